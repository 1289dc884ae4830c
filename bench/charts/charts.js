// Draws the charts of README.md and docs/performance.md from the committed result: node charts.js <folder of results> <folder of images>
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, View } from 'vega';
import { compile } from 'vega-lite';
import { classColours, colours, contenders, themes } from './looks.js';
import { operations, ratios, requests } from './selection.js';

const [results, folder] = process.argv.slice(2);
const read = name => JSON.parse(readFileSync(join(results, `${name}.json`), 'utf8'));
const result = read('quick-net10.0-x64');

function measured(scenario, contender) {
  const found = result.scenarios.find(({ name }) => name === scenario)?.contenders.find(({ name }) => name === contender);
  if (!found) throw new Error(`The result has no ${contender} in ${scenario}.`);
  return found;
}

// Everything of one theme: transparent, so that it lies well on any page of that theme.
const config = theme => ({
  background: 'transparent',
  font: 'system-ui, sans-serif',
  view: { stroke: null },
  axis: { labelColor: theme.text, titleColor: theme.faint, domainColor: theme.rule, tickColor: theme.rule, gridColor: theme.rule, labelFontSize: 12, titleFontSize: 12, titleFontWeight: 'normal' },
  header: { labelColor: theme.text, labelFontSize: 13, labelFontWeight: 'bold' },
  title: { color: theme.text, subtitleColor: theme.faint, fontSize: 14, subtitleFontSize: 12, anchor: 'start' },
});

const colour = theme => ({
  field: 'pool',
  type: 'nominal',
  legend: null,
  scale: { domain: Object.keys(colours), range: Object.values(colours).map(pair => pair[theme.name]) },
});

// One small chart an operation, one bar a pool: nanoseconds, on one scale.
function rentals(theme) {
  const values = operations.flatMap(({ scenario, title }) => contenders
    .filter(({ onlyIn = scenario }) => onlyIn === scenario)
    .map(({ label, pool, name }) => ({ title, label, pool, ns: measured(scenario, name).nanoseconds.median })));
  const scale = { domain: [0, 1.3 * Math.max(...values.map(({ ns }) => ns))] };
  const charts = operations.map(({ title }, i) => ({
    title: { text: title, anchor: 'start', fontSize: 13 },
    width: 170,
    height: { step: 21 },
    data: { values: values.filter(value => value.title === title) },
    encoding: {
      y: { field: 'label', type: 'nominal', sort: null, scale: { domain: contenders.map(({ label }) => label) }, title: null, axis: { labels: i === 0, ticks: false, domain: false, labelPadding: 8, labelLimit: 480 } },
      x: { field: 'ns', type: 'quantitative', title: null, axis: null, scale },
    },
    layer: bars(theme),
  }));
  return {
    title: { text: 'Nanoseconds an operation, less is better', subtitle: footer(), offset: 12 },
    hconcat: charts,
    spacing: 24,
    config: config(theme),
  };
}

// One bar an operation: the time in relation to what PooledGen replaces there.
function replacements(theme) {
  const values = ratios.map(({ title, scenario, ours, rival }) => ({
    title,
    pool: 'PooledGen',
    ratio: measured(scenario, ours).nanoseconds.median / measured(scenario, rival).nanoseconds.median,
  }));
  return {
    title: { text: 'Time with PooledGen, where what it replaces takes 1', subtitle: footer(), offset: 12 },
    width: 330,
    height: { step: 21 },
    data: { values: values.sort((one, other) => one.ratio - other.ratio) },
    encoding: {
      y: { field: 'title', type: 'nominal', sort: null, title: null, axis: { ticks: false, domain: false, labelPadding: 8, labelLimit: 720 } },
      x: { field: 'ratio', type: 'quantitative', title: null, scale: { domain: [0, 1.75] }, axis: { values: [0, 0.5, 1, 1.5], grid: true } },
    },
    layer: [
      { mark: { type: 'rule', color: theme.faint, strokeDash: [4, 3] }, encoding: { x: { datum: 1 }, y: null } },
      { mark: { type: 'bar', height: 14, cornerRadiusEnd: 2 }, encoding: { color: colour(theme) } },
      // In a column, because the dashed line would cross labels at the bars' ends.
      { mark: { type: 'text', align: 'right', fontSize: 12, color: theme.text }, encoding: { x: { datum: 1.75 }, text: { field: 'ratio', format: '.2f' } } },
    ],
    config: config(theme),
  };
}

const bars = (theme, format = '.1f') => [
  { mark: { type: 'bar', height: 14, cornerRadiusEnd: 2 }, encoding: { color: colour(theme) } },
  { mark: { type: 'text', align: 'left', dx: 4, fontSize: 12, color: theme.text }, encoding: { text: { field: 'ns', format } } },
];

// One small chart a quantile, one bar a pool: nanoseconds of one rent.
function latency(theme) {
  const { machine, columns, rows } = read('latency');
  const charts = columns.map(({ name }, i) => {
    const values = rows.map(row => ({ label: row.name, pool: poolOf(row.name), ns: row.values[i] }));
    return {
      title: { text: name, anchor: 'start', fontSize: 13 },
      width: 105,
      height: { step: 21 },
      data: { values },
      encoding: {
        y: { field: 'label', type: 'nominal', sort: null, title: null, axis: { labels: i === 0, ticks: false, domain: false, labelPadding: 8, labelLimit: 480 } },
        x: { field: 'ns', type: 'quantitative', title: null, axis: null, scale: { domain: [0, 1.4 * Math.max(...values.map(({ ns }) => ns))] } },
      },
      layer: bars(theme, ',.0f'),
    };
  });
  return { title: { text: 'One rent in 16 threads, less is better; each part has a scale of its own', subtitle: footer(machine), offset: 12 }, hconcat: charts, spacing: 24, config: config(theme) };
}

// "ArrayPool.Shared, second array" is a row of ArrayPool. The clock has the colour of no pool.
function poolOf(row) {
  const pool = row.split(',')[0].replace('.Shared', '');
  return pool in colours ? pool : 'by hand';
}

// Megabytes that each pool holds, second by second after a burst.
function retained(theme) {
  const { machine, rows } = read('retained');
  const values = rows.slice(1).flatMap(({ name, values: [ours, shared] }) => [
    { second: Number(name), pool: 'PooledGen', label: 'PooledGen', MB: ours },
    { second: Number(name), pool: 'ArrayPool', label: 'ArrayPool.Shared', MB: shared },
  ]);
  const crowded = values.filter(({ second }) => second === 30);
  return {
    title: { text: 'MB of free buffers, by seconds after a burst', subtitle: footer(machine), offset: 12 },
    width: 560,
    height: 200,
    data: { values },
    encoding: {
      x: { field: 'second', type: 'quantitative', title: null, axis: { grid: false } },
      y: { field: 'MB', type: 'quantitative', title: null },
      color: colour(theme),
    },
    layer: [
      { mark: { type: 'line', interpolate: 'step-after', strokeWidth: 2 } },
      { mark: { type: 'point', filled: true, size: 24 } },
      { data: { values: crowded }, mark: { type: 'text', align: 'left', dx: 6, dy: -10, fontSize: 12 }, encoding: { text: { field: 'label' } } },
    ],
    config: config(theme),
  };
}

// How much longer than requested a buffer is: arithmetic, and no measurement. The classes are those of src/Runtime/Pool/SizeClasses.cs.
function sizeClasses(theme) {
  const values = [1, 2, 4].flatMap(perDoubling => requests.map(length => {
    const step = 2 ** Math.floor(Math.log2(length - 1)) / perDoubling;
    return { length, perDoubling: `${perDoubling}`, waste: Math.ceil(length / step) * step / length - 1 };
  }));
  return {
    title: { text: 'Elements that were not requested, by requested length', subtitle: 'ClassesPerDoubling 1, 2 and 4', offset: 12 },
    width: 560,
    height: 200,
    data: { values },
    mark: { type: 'line', strokeWidth: 1.5 },
    encoding: {
      x: { field: 'length', type: 'quantitative', title: null, scale: { type: 'log', base: 2, domain: [16, 1024] }, axis: { grid: false, values: [16, 32, 64, 128, 256, 512, 1024] } },
      y: { field: 'waste', type: 'quantitative', title: null, axis: { format: '.0%' } },
      color: { field: 'perDoubling', type: 'nominal', title: null, legend: { labelColor: theme.text }, scale: { range: classColours.map(pair => pair[theme.name]) } },
    },
    config: config(theme),
  };
}

function footer(machine = result.machine) {
  const { processor, cores, runtime, operatingSystem, date } = machine;
  return `${processor}, ${cores} cores, ${operatingSystem}, ${runtime}, ${date}`;
}

for (const [name, chart] of Object.entries({ rentals, replacements, latency, retained, 'size-classes': sizeClasses })) {
  for (const theme of themes) {
    const view = new View(parse(compile(chart(theme)).spec), { renderer: 'none' });
    writeFileSync(join(folder, `${name}-${theme.name}.svg`), `${await view.toSVG()}\n`);
  }
}
