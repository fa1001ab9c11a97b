import { expect, it } from 'vitest'
import { markup } from '../../src/shared/markup.ts'

it('escapes texts, and no markup', () => {
  expect(markup`<p>${`<b> & "q" 'a'`}${markup`<i>${1}</i>`}</p>`.text).toBe(
    '<p>&lt;b&gt; &amp; &quot;q&quot; &#39;a&#39;<i>1</i></p>',
  )
})

it('joins lists and leaves out what is undefined', () => {
  expect(markup`[${['a', [markup`<br>`, '<']]}${undefined}]`.text).toBe('[a<br>&lt;]')
})

it('replaces what XML has no character for', () => {
  expect(markup`${'a\u0000\u0007\tb\ud800c\u{1f600}'}`.text).toBe(
    'a\ufffd\ufffd\tb\ufffdc\u{1f600}',
  )
})
