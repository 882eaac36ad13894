from robopitch.leagues.mirosot.bench.events import COLUMNS, IMAGE_BAR, table, with_images


def test_the_chain_with_image_vision_decides_for_each_image_and_rendering_is_stated_apart():
    result = with_images({"bars": {}, "modules": [], "frame": {**dict.fromkeys(KEYS, 0.0), "name": "", "calls": 0}}, 2)
    image = result["image"]
    assert image["images"] == image["decided"] == 2
    assert image["core_share"] > 0
    assert image["rendering_ms"] > 0
    names = ["image vision", "estimator", "strategy", "motion", "radio", "whole frame"]
    assert [row["name"] for row in image["modules"]] == names
    assert result["bars"]["image_share"]["bar"] == IMAGE_BAR.bar
    assert all(len(row) == len(COLUMNS) for row in table(result))


KEYS = ("min_ms", "mean_ms", "max_ms", "sd_ms")
