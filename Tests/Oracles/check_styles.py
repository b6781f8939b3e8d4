#!/usr/bin/env python3
"""Checks the styles, titles and districts of a GeoPackage of `geocli export`, with GDAL and, where it is installed, QGIS.

    check_styles.py FILE.gpkg [DISTRICTS.geojson]     needs python3-gdal; python3-qgis for QGIS's own parser

Prints each difference; exit status 1 if there is one.
"""

import json
import os
import sqlite3
import sys
from xml.etree import ElementTree

problems = []
KINDS = {"new": "#0072b2", "used": "#d55e00", "other": "#6b7280"}


def expect(condition, *words):
    if not condition:
        problems.append(" ".join(str(word) for word in words))


def check_tables(path):
    """One default style for each layer, well-formed; a title for each column."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    layers = [row[0] for row in database.execute("SELECT table_name FROM gpkg_contents WHERE data_type = 'features'")]
    for layer in layers:
        found = database.execute(
            "SELECT styleQML, styleSLD, useAsDefault, f_geometry_column, f_table_schema, f_table_catalog "
            "FROM layer_styles WHERE f_table_name = ?", (layer,)).fetchall()
        expect(len(found) == 1 and found[0][2] == 1, "styles of", layer, len(found))
        expect(found[0][3:] == ("geom", "", ""), "style of", layer, found[0][3:])
        root = ElementTree.fromstring(found[0][0])
        expect(root.tag == "qgis", "QML of", layer, root.tag)
        ElementTree.fromstring(found[0][1].encode())
        columns = [row[1] for row in database.execute(f'PRAGMA table_info("{layer}")')]
        titled = dict(database.execute(
            "SELECT column_name, name FROM gpkg_data_columns WHERE table_name = ?", (layer,)).fetchall())
        expect(set(titled) == set(columns) - {"fid", "geom"}, "titles of", layer, sorted(titled))
        expect(all(titled.values()) and len(set(titled.values())) == len(titled), "titles of", layer, titled)
        aliases = {alias.get("field"): alias.get("name") for alias in root.iter("alias")}
        expect({key: name for key, name in aliases.items() if key != "fid"} == titled, "aliases of", layer, aliases)
    others = database.execute(
        "SELECT count(*) FROM layer_styles WHERE f_table_name NOT IN (SELECT table_name FROM gpkg_contents)").fetchone()[0]
    expect(others == 0, "styles of no layer", others)
    extensions = {row[0] for row in database.execute("SELECT extension_name FROM gpkg_extensions")}
    expect("gpkg_schema" in extensions, "extensions", extensions)
    return layers


def check_with_gdal(path, layers, districts):
    from osgeo import gdal, ogr

    gdal.UseExceptions()
    source = ogr.Open(path)
    styles = source.GetLayerByName("layer_styles")
    expect(styles.GetFeatureCount() == len(layers), "GDAL reads styles", styles.GetFeatureCount())
    if not districts:
        return
    layer = source.GetLayerByName("districts")
    expect(layer.GetGeomType() == ogr.wkbMultiPolygon, "the type of districts", layer.GetGeomType())
    wanted = {
        feature["properties"]["name"]: ogr.CreateGeometryFromJson(json.dumps(feature["geometry"]))
        for feature in json.load(open(districts, encoding="utf-8"))["features"]}
    expect(layer.GetFeatureCount() == len(wanted), "districts", layer.GetFeatureCount())
    for feature in layer:
        name, area = feature.GetField("name"), feature.GetGeometryRef()
        expect(area.IsValid(), "an invalid outline", name)
        expect(abs(area.Area() - wanted[name].Area()) < 1e-12 and area.Equals(wanted[name]), "the outline of", name)
        box = area.GetEnvelope()
        layer_box = ogr.Open(path).ExecuteSQL(
            f'SELECT minx, maxx, miny, maxy FROM rtree_districts_geom WHERE id = {feature.GetFID()}')
        row = next(iter(layer_box))
        found = [row.GetField(index) for index in range(4)]
        expect(all(abs(a - b) < 1e-4 for a, b in zip(found, box)), "the index of", name, found, box)


def check_with_qgis(path, layers):
    """QGIS reads the default style and finds our colours, labels and titles in it. Prints
    "no QGIS" if it is not installed."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        from qgis.core import QgsApplication, QgsVectorLayer
    except ImportError:
        return print("no QGIS")
    program = QgsApplication([], False)
    program.initQgis()
    for name in layers:
        layer = QgsVectorLayer(f"{path}|layername={name}", name, "ogr")
        expect(layer.isValid(), "QGIS does not open", name)
        _, loaded = layer.loadDefaultStyle()
        expect(loaded, "QGIS does not load the style of", name)
        renderer = layer.renderer()
        fields = [field.name() for field in layer.fields()]
        if name == "districts":
            expect(renderer.type() == "singleSymbol", name, renderer.type())
        elif "kind" in fields and "what" not in fields:
            expect(renderer.type() == "categorizedSymbol" and renderer.classAttribute() == "kind", name, renderer.type())
            colors = {one.value(): one.symbol().color().name() for one in renderer.categories()}
            expect(colors == KINDS, "colours of", name, colors)
            shapes = {one.symbol().symbolLayer(0).shape() for one in renderer.categories()}
            expect(len(shapes) == 3, "shapes of", name, shapes)
        elif "what" in fields:
            expect(renderer.classAttribute() == "what" and len(renderer.categories()) == 6, name, "categories")
        if "name" in fields:
            expect(layer.labelsEnabled() and layer.labeling(), "labels of", name)
            labeling = layer.labeling()
            settings = labeling.settings()
            expect(settings.fieldName == "name" and settings.scaleVisibility, "labels of", name, settings.fieldName)
            expect(settings.minimumScale == (400000 if name == "districts" else 25000), "scale of", name, settings.minimumScale)
            # Each object is kept in a variable: PyQGIS may free a parent while its child is still in use.
            look = settings.format()
            rim = look.buffer()
            expect(rim.enabled(), "the labels' rim of", name)
            families = look.families()
            expect("Noto Sans CJK KR" in families and "NanumGothic" in families, "fonts of", name, families)
        for index, field in enumerate(fields):
            alias = layer.attributeAlias(index)
            expect(field == "fid" or alias, "QGIS has no alias for", name, field)
        expect(layer.editorWidgetSetup(fields.index("fid")).type() == "Hidden", "fid of", name)
        if "minzoom" in fields:
            category = renderer.categories()[0]
            symbol = category.symbol()
            properties = symbol.symbolLayer(0).dataDefinedProperties()
            expect(properties.hasActiveProperties(), "sizes of", name)
    print("QGIS")
    finish()


def finish():
    print("\n".join(problems[:50]))
    sys.stdout.flush()
    # Ends the process without QGIS's cleanup, which may crash.
    os._exit(1 if problems else 0)


def main(path, districts=None):
    layers = check_tables(path)
    check_with_gdal(path, layers, districts)
    check_with_qgis(path, layers)
    finish()


main(*sys.argv[1:])
