"""Vision of an overhead camera: from an image in YUV to the positions of balls and robots [MI20 §2.4.1, §2.4.2, §2.5].

| file | |
|---|---|
| `colours.py` | colour cubes in YUV, and which of them each pixel is in |
| `regions.py` | connected regions of one colour |
| `projection.py` | from places on the field to pixels and back: projection matrix and lens distortion |
| `patches.py` | robots from the colour patches on their covers |
| `vision.py` | all of these in turn: `Vision.look` turns an image into a `Snapshot` |
| `identification.py` | which robot is which, from former snapshots |
| `calibration.py` | colour cubes from samples, projection from field points |

It needs only numpy.
"""
