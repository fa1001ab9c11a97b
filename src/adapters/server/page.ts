import { htmlPage } from '../../shared/html-page.ts'
import type { Markup } from '../../shared/markup.ts'

/** Leaves of a list what has the words of its filter. */
const script = `
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
