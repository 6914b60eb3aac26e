"""The frame of the report: markup and style, with places for what a collection has."""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title – Intaglio</title>
<style>
:root { color-scheme: light dark; --ink: #1d2129; --soft: #667085; --paper: #fbfaf7; --card: #fff; --line: #e6e2da;
  --mark: #2f6db5; --warn: #b3541e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --soft: #9aa3b2; --paper: #16181d; --card: #1e2128;
  --line: #31353f; --mark: #7fb0e8; --warn: #e59261; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1320px; margin: 0 auto; padding: 2.5rem 1.5rem 5rem; }
header { border-bottom: 3px double var(--line); margin-bottom: 1.5rem; padding-bottom: 1rem; }
h1 { font: 600 2.1rem/1.2 Georgia, "Times New Roman", serif; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font: 600 1.45rem/1.3 Georgia, "Times New Roman", serif; margin: 3rem 0 .5rem; }
h3 { font-size: 1rem; margin: .75rem 0 .1rem; font-family: ui-monospace, monospace; }
p { margin: .2rem 0; }
a { color: var(--mark); }
.lead, .quiet { color: var(--soft); }
.quiet { font-size: .85rem; overflow-wrap: anywhere; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 1rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.2rem; }
.card b { display: block; font: 600 1.9rem/1.2 Georgia, "Times New Roman", serif; }
.card span { color: var(--soft); font-size: .9rem; }
.alarm { background: color-mix(in srgb, var(--warn) 14%, var(--card)); border-left: 4px solid var(--warn);
  padding: .7rem 1rem; border-radius: .3rem; margin-bottom: 1rem; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1rem;
  align-items: start; margin: 1rem 0; }
.charts > svg { width: 100%; height: auto; background: var(--card); border: 1px solid var(--line);
  border-radius: .6rem; }
.templates { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.25rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; min-width: 0; }
.frame { height: 19rem; overflow: hidden; border: 1px solid var(--line); border-radius: .3rem; background: #fff; }
.frame svg { display: block; width: 100%; height: auto; }
.frame .paper { fill: #fff; }
.kind { margin-bottom: 1.25rem; }
.kind h3 { font: 600 1.15rem/1.3 Georgia, "Times New Roman", serif; margin-top: 0; }
.beside { display: grid; grid-template-columns: minmax(0, 1fr) 15rem; gap: 1.25rem; margin: .75rem 0; }
@media (max-width: 50rem) { .beside { grid-template-columns: minmax(0, 1fr); } }
.wide { overflow-x: auto; }
.rows { margin-top: .75rem; }
.rows table { width: auto; }
.rows td, .rows th { max-width: 13rem; font-size: .85rem; overflow: hidden; text-overflow: ellipsis; }
.rows td, .rows th, .wide td:not(:last-child) { white-space: nowrap; overflow-wrap: normal; }
.blank { height: 100%; display: grid; place-items: center; color: #888; }
table { border-collapse: collapse; background: var(--card); font-size: .92rem; width: 100%; }
th, td { text-align: left; padding: .35rem .7rem; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; }
td { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.sum td { font-weight: 600; border-bottom: 0; }
</style>
</head>
<body>
<main>
<header><h1>$title</h1><p class="lead">$made</p></header>
$alarms
<div class="cards">$cards</div>
$kinds
$sites
$costs
$errors
$notices
</main>
</body>
</html>
"""
