import { htmlPage } from '../../shared/html-page.ts'
import { type Markup, markup } from '../../shared/markup.ts'

/** Copies what the button's `data-copy` says, and leaves of a list what has the words of its filter. */
const script = `
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy)
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy' }, 1500)
  })
}
const filter = document.querySelector('.filter')
if (filter) {
  const [input, said] = [filter.querySelector('input'), filter.querySelector('output')]
  filter.hidden = false
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(' ').filter(Boolean)
    for (const row of document.querySelectorAll('[data-text]'))
      row.hidden = !words.every((word) => row.dataset.text.includes(word))
    for (const section of document.querySelectorAll('section')) {
      section.hidden = !section.querySelector('[data-text]:not([hidden])')
      document.querySelector('a[href="#' + section.id + '"]').parentElement.hidden = section.hidden
    }
    const count = document.querySelectorAll('[data-text]:not([hidden])').length
    said.textContent = words.length === 0 ? '' : count + ' shown'
  })
}
`

/** A page with a title and a body, as the answer to a browser. */
export function pageResponse(title: string, body: Markup): Response {
  const { text, headers } = htmlPage(title, body, { script })
  return new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })
}

/** A button that copies a text; `label` says of what, to those who do not see where it stands. */
export function copyButton(text: string, label: string): Markup {
  return markup`<button type="button" data-copy="${text}" aria-label="Copy ${label}">Copy</button>`
}
