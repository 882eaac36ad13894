/** Signals that are dragged from the list, or from a plot, and dropped onto a plot. */

const KIND = "application/x-robopitch-signal";
const MARK = "signal-on-its-way"; // on the body: places that take a signal show themselves

/** Let this element be dragged as a signal. */
export function carry(element: HTMLElement, expression: string): void {
  element.draggable = true;
  element.addEventListener("dragstart", (event) => {
    event.dataTransfer?.setData(KIND, expression);
    event.dataTransfer?.setData("text/plain", expression); // into the input, or into an editor
    if (event.dataTransfer) event.dataTransfer.effectAllowed = "copy";
    document.body.classList.add(MARK);
  });
  element.addEventListener("dragend", () => document.body.classList.remove(MARK));
}

/** Let signals be dropped here; other things, such as files, go on to whoever takes them. */
export function receive(element: HTMLElement, take: (expression: string) => void): void {
  const over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes(KIND)) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = "copy";
    element.classList.add("signal-over");
  };
  element.addEventListener("dragenter", over);
  element.addEventListener("dragover", over);
  element.addEventListener("dragleave", (event) => {
    if (!element.contains(event.relatedTarget as Node | null)) element.classList.remove("signal-over");
  });
  element.addEventListener("drop", (event) => {
    element.classList.remove("signal-over");
    const expression = event.dataTransfer?.getData(KIND) ?? "";
    if (expression === "") return;
    event.preventDefault();
    event.stopPropagation();
    document.body.classList.remove(MARK);
    take(expression);
  });
}
