#!/usr/bin/env python3
"""Cuts the store's two typefaces down to what Estonian needs, one file each.

Fontsource splits a family into files by script, and keeps Š š Ž ž in a large one that nothing else
of ours needs. This takes those four letters over into the Latin file, with the kerning of S s Z z,
limits the weights to those the store uses, and prints metric-matched fallbacks for tokens.

    pip install fonttools brotli
    npm pack @fontsource-variable/literata @fontsource-variable/source-sans-3   (unpack both)
    scripts/fonts.py FOLDER-WITH-node_modules src/styles/fonts
"""

import copy
import io
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

CARONS = {"scaron": "s", "Scaron": "S", "zcaron": "z", "Zcaron": "Z"}
TEXT = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "".join(map(chr, range(0xA0, 0x100)))
    + "ŠšŽž–—‘’‚“”„…•‹›€−×\u2009\u202f"
)
FONTS = [
    ("literata", "title", (400, 600), "Times New Roman", 854.3953 / 2048),
    ("source-sans-3", "text", (400, 700), "Arial", 934.5116 / 2048),
]
# How often letters come in running text, as a string; the mean advance over it compares widths.
SAMPLE = "aaabcdeeeefghiijklmnnoopqrrssttuvwxyz      "


def needed(font: TTFont, glyph: str) -> list[str]:
    """The glyph and, for a composite, what it is made of."""
    shape = font["glyf"][glyph]
    parts = [part.glyphName for part in shape.components] if shape.isComposite() else []
    return [glyph, *(name for part in parts for name in needed(font, part))]


def adopt(main: TTFont, extra: TTFont) -> None:
    """Copies the four letters from `extra`; advances come from gvar, so HVAR may go; so may vertical text."""
    cmap, names = extra.getBestCmap(), {}
    for glyph in CARONS:
        code = {"scaron": 0x161, "Scaron": 0x160, "zcaron": 0x17E, "Zcaron": 0x17D}[glyph]
        names[glyph] = cmap[code]
    main.ensureDecompiled()
    extra.ensureDecompiled()
    order = list(main.getGlyphOrder())
    for glyph, source in names.items():
        for name in reversed(needed(extra, source)):
            target = glyph if name == source else name
            if target in order:
                continue
            order.append(target)
            main["glyf"].glyphs[target] = copy.deepcopy(extra["glyf"][name])
            main["hmtx"].metrics[target] = extra["hmtx"].metrics[name]
            main["gvar"].variations[target] = copy.deepcopy(extra["gvar"].variations.get(name, []))
    main.setGlyphOrder(order)
    main["glyf"].glyphOrder = order
    if hasattr(main["glyf"], "_reverseGlyphOrder"):
        del main["glyf"]._reverseGlyphOrder
    for table in main["cmap"].tables:
        if table.isUnicode():
            table.cmap |= {0x161: "scaron", 0x160: "Scaron", 0x17E: "zcaron", 0x17D: "Zcaron"}
    for name in ("HVAR", "VVAR", "vhea", "vmtx", "STAT"):
        if name in main:
            del main[name]
    if "GDEF" in main and main["GDEF"].table.GlyphClassDef:
        main["GDEF"].table.GlyphClassDef.classDefs |= dict.fromkeys(CARONS, 1)
    kern_like_base(main)


def kern_like_base(font: TTFont) -> None:
    if "GPOS" not in font:
        return
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            if table.LookupType != 2:
                continue
            covered = table.Coverage.glyphs
            if table.Format == 2:
                for classes in (table.ClassDef1.classDefs, table.ClassDef2.classDefs):
                    for glyph, base in CARONS.items():
                        if base in classes:
                            classes[glyph] = classes[base]
                table.Coverage.glyphs = covered + [
                    glyph for glyph, base in CARONS.items() if base in covered
                ]
            table.Coverage.glyphs.sort(key=font.getGlyphID)


def mean_width(font: TTFont) -> float:
    cmap, metrics = font.getBestCmap(), font["hmtx"].metrics
    return sum(metrics[cmap[ord(char)]][0] for char in SAMPLE) / len(SAMPLE)


def main(source: Path, target: Path) -> None:
    for package, name, weights, fallback, fallback_width in FONTS:
        files = source / "node_modules/@fontsource-variable" / package / "files"
        font = TTFont(files / f"{package}-latin-wght-normal.woff2")
        extra = TTFont(files / f"{package}-latin-ext-wght-normal.woff2")
        adopt(font, extra)
        font = instancer.instantiateVariableFont(font, {"wght": weights})
        # Read back, so that the tables agree again after the surgery.
        buffer = io.BytesIO()
        font.flavor = None
        font.save(buffer)
        font = TTFont(buffer)
        options = subset.Options(
            layout_features=["kern", "liga", "tnum", "lnum", "ccmp", "mark"],
            name_IDs=[0, 1, 2, 13, 14],
            notdef_outline=True,
            hinting=False,
            flavor="woff2",
        )
        cutter = subset.Subsetter(options)
        cutter.populate(text=TEXT)
        cutter.subset(font)
        # "Source" is a reserved name that a changed version may not bear, so both get our own.
        copyright = font["name"].getDebugName(0)
        for record in font["name"].names:
            if record.nameID == 1:
                record.string = f"Heliriiul {name.title()}"
        path = target / f"{name}.woff2"
        subset.save_font(font, path, options)
        licence = (source / "node_modules/@fontsource-variable" / package / "LICENSE").read_text()
        terms = licence[licence.index("This Font Software is licensed") :]
        (target / f"{name}.OFL.txt").write_text(
            f"{path.name} is cut from {package} by scripts/fonts.py.\n\n{copyright}\n\n{terms}"
        )

        em, hhea = font["head"].unitsPerEm, font["hhea"]
        adjust = mean_width(font) / em / fallback_width
        print(f"{path.name}: {path.stat().st_size} bytes")
        print(f"  fallback local({fallback}): size-adjust {adjust:.2%}")
        for label, value in [
            ("ascent", hhea.ascent),
            ("descent", -hhea.descent),
            ("line-gap", hhea.lineGap),
        ]:
            print(f"  {label}-override {value / em / adjust:.2%}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
