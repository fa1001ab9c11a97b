/** The filter of the HTML report; without scripts everything is shown, and the filter is not. */
export const script = `
const filter = document.querySelector('.filter')
const [words, onlyProblems, said] = ['input[type=search]', 'input[type=checkbox]', 'output'].map((one) => filter.querySelector(one))
filter.hidden = false
function apply() {
  const wanted = words.value.toLowerCase().split(/\\s+/).filter(Boolean)
  const shown = { operation: 0, failure: 0 }
  for (const row of document.querySelectorAll('[data-text]')) {
    const isWanted = wanted.every((word) => row.dataset.text.includes(word))
    row.hidden = !isWanted || (onlyProblems.checked && row.dataset.problem === undefined)
    if (!row.hidden) shown[row.localName === 'tr' ? 'operation' : 'failure'] += 1
  }
  for (const body of document.querySelectorAll('tbody[data-resource]'))
    body.hidden = !body.querySelector('tr[data-text]:not([hidden])')
  const counts = Object.entries(shown).map(([what, count]) => count + ' ' + what + (count === 1 ? '' : 's'))
  said.textContent = counts.join(', ') + ' shown'
}
filter.addEventListener('input', apply)
apply()
`
