// The order of the pools, which of them are shown, and how closely they are set.

const table = document.getElementById('pools');
const filter = document.getElementById('filter');
const sort = document.getElementById('sort');
const headings = [...table.tHead.rows[0].cells];
const manyPools = 12;
const wide = matchMedia('(min-width: 75rem)'), medium = matchMedia('(min-width: 64rem)');

let pools = []; // { element, figures }, in the order of the report
let descending = true;

export const labels = headings.map(heading => heading.textContent);

export function show(list) {
  pools = list;
  arrange();
}

function arrange() {
  const by = sort.value;
  const words = filter.value.toLowerCase().split(/\s+/).filter(word => word.length > 0);
  const matching = pools.filter(({ figures }) => words.every(word => `${figures.name} ${figures.element}`.toLowerCase().includes(word)));
  const ordered = by === '' ? matching : matching.toSorted((one, other) => (descending ? -1 : 1) * compare(one.figures[by], other.figures[by]));

  const isDense = ordered.length > manyPools && medium.matches;
  table.className = isDense ? 'rows dense' : wide.matches ? 'rows' : 'cards';
  document.body.classList.toggle('dense', isDense);

  const body = table.tBodies[0];
  const elements = ordered.map(pool => pool.element);
  if (elements.length !== body.rows.length || elements.some((element, i) => body.rows[i] !== element)) body.replaceChildren(...elements);
  document.getElementById('shown').textContent = matching.length < pools.length ? `${matching.length} of ${pools.length} pools` : '';
}

const compare = (one, other) => typeof one === 'string' ? one.localeCompare(other) : (one ?? -1) - (other ?? -1);

// The first press sorts from the top down, the second one the other way round, the third one not at all.
function press(by) {
  if (sort.value !== by) {
    sort.value = by;
    descending = by !== 'name';
  } else if (descending === (by !== 'name')) {
    descending = !descending;
  } else {
    sort.value = '';
  }
  changed();
}

function changed() {
  for (const heading of headings) {
    if (heading.dataset.sort === sort.value) heading.ariaSort = descending ? 'descending' : 'ascending';
    else heading.removeAttribute('aria-sort');
  }
  arrange();
}

for (const heading of headings) {
  const button = document.createElement('button');
  button.type = 'button';
  button.append(...heading.childNodes);
  button.addEventListener('click', () => press(heading.dataset.sort));
  heading.append(button);
  sort.add(new Option(heading.textContent, heading.dataset.sort));
}
sort.addEventListener('change', () => {
  descending = sort.value !== 'name';
  changed();
});
filter.addEventListener('input', arrange);
wide.addEventListener('change', arrange);
medium.addEventListener('change', arrange);
