/**
 * The filter of the HTML report, and whether its matrix has more columns aside; without scripts everything
 * is shown, and the filter is not.
 */
export const script = `
const filter = document.querySelector('.filter')
const [words, onlyProblems, said] = ['input[type=search]', 'input[type=checkbox]', 'output'].map((one) => filter.querySelector(one))
filter.hidden = false
const plurals = { operation: 'operations', failure: 'failures', story: 'stories' }
function apply() {
  const wanted = words.value.toLowerCase().split(/\\s+/).filter(Boolean)
  const shown = { operation: 0, failure: 0, story: 0 }
  for (const row of document.querySelectorAll('[data-text]')) {
    const isWanted = wanted.every((word) => row.dataset.text.includes(word))
    row.hidden = !isWanted || (onlyProblems.checked && row.dataset.problem === undefined)
    if (!row.hidden) shown[row.dataset.what] += 1
  }
  for (const body of document.querySelectorAll('tbody[data-resource]'))
    body.hidden = !body.querySelector('tr[data-text]:not([hidden])')
  const stories = document.querySelector('#stories')
  if (stories) stories.hidden = shown.story === 0
  const counts = Object.entries(shown).map(([what, count]) => count + ' ' + (count === 1 ? what : plurals[what]))
  said.textContent = counts.join(', ') + ' shown'
}
filter.addEventListener('input', apply)
apply()

const [matrix, more] = ['.matrix', '.more'].map((one) => document.querySelector(one))
function measure() {
  const aside = matrix.scrollWidth - matrix.clientWidth
  more.hidden = aside <= 1
  matrix.classList.toggle('fits', aside <= 1)
  matrix.parentElement.classList.toggle('goes-on', aside - matrix.scrollLeft > 1)
}
matrix.addEventListener('scroll', measure, { passive: true })
new ResizeObserver(measure).observe(matrix)
measure()
`
