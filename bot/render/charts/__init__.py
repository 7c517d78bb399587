"""Rows as a chart: the kinds that fit them, one Vega-Lite specification, and its picture."""
