/** A bar that moves what is wider than its frame, where the browser itself shows none until one scrolls, as on a phone. */
import { make } from "./elements";

/** A frame that scrolls, with such a bar below it. */
export function wide(frame: HTMLElement): HTMLElement {
  const thumb = make("span");
  const bar = make("div", { class: "beside", "aria-hidden": true, hidden: true }, thumb);
  const look = () => {
    const { clientWidth, scrollWidth, scrollLeft, clientHeight, offsetHeight } = frame;
    bar.hidden = scrollWidth <= clientWidth + 1 || offsetHeight > clientHeight; // it fits, or there is a bar already
    thumb.style.width = `${(100 * clientWidth) / scrollWidth}%`;
    thumb.style.left = `${(100 * scrollLeft) / scrollWidth}%`;
  };
  const drag = (event: PointerEvent) => {
    const { left, width } = bar.getBoundingClientRect();
    frame.scrollLeft = ((event.clientX - left) / width) * frame.scrollWidth - frame.clientWidth / 2;
  };
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    drag(event);
  });
  bar.addEventListener("pointermove", (event) => bar.hasPointerCapture(event.pointerId) && drag(event));
  frame.addEventListener("scroll", look, { passive: true });
  const sizes = new ResizeObserver(look);
  for (const part of [frame, ...frame.children]) sizes.observe(part);
  return make("div", { class: "wide" }, frame, bar);
}
