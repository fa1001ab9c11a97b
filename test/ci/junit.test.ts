import { expect, test } from 'vitest'
import { readJunit } from '../../src/ci/junit.ts'
import { processorTime } from '../growth.ts'

const none = { suiteName: null, classname: null, name: null, file: null, time: 0, output: null }

test('tests are read with what they came to, and where they stand', () => {
  const report = `<?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE testsuites>
    <testsuites tests="5"><!-- <testcase/> -->
      <testsuite name='outer'>
        <properties><property name="testcase" value=">"/></properties>
        <testcase classname="a.B" name="adds &quot;1 &lt; 2&#34;" file="b.rb" time="0.25" />
        <testsuite name="inner">
          <testcase name="fails" time="1e-1"><failure message="m" type="t">at <![CDATA[a<b>&amp;]]> &amp;c</failure></testcase>
          <testcase name="breaks"><system-out>out</system-out><error message="m &amp; n" type="t">
          </error></testcase>
        </testsuite>
        <testcase name="waits"><skipped/></testcase>
      </testsuite>
      <testcase><skipped/><error>e</error><failure>f</failure></testcase>
    </testsuites>`
  expect(readJunit(report)).toEqual([
    {
      status: 'success',
      suiteName: 'outer',
      classname: 'a.B',
      name: 'adds "1 < 2"',
      file: 'b.rb',
      time: 0.25,
      output: null,
    },
    {
      ...none,
      status: 'failed',
      suiteName: 'inner',
      name: 'fails',
      time: 0.1,
      output: 'at a<b>&amp; &c',
    },
    {
      ...none,
      status: 'error',
      suiteName: 'inner',
      name: 'breaks',
      output: { message: 'm & n', type: 't' },
    },
    { ...none, status: 'skipped', suiteName: 'outer', name: 'waits' },
    { ...none, status: 'failed', output: 'f' },
  ])
})

test('a time that is none counts nothing', () => {
  const report = '<testsuite><testcase time="soon"/><testcase time="2.5s"/></testsuite>'
  expect(readJunit(report).map(({ time }) => time)).toEqual([0, 2.5])
})

test('what is in no suite is no test', () => {
  for (const text of ['', 'text', '<testcase/>', '<a><testcase/></a>', '<testsuite></testsuite>']) {
    expect(readJunit(text)).toEqual([])
  }
})

test('a text that is no XML is refused', () => {
  const wrong = [
    '<testsuite>',
    '<testsuite></testsuites>',
    '</testsuite>',
    '<testsuite',
    '<testsuite name="a></testsuite>',
    '<testsuite name=a></testsuite>',
    '< testsuite/>',
    '<!-- a',
    '<![CDATA[ a',
    '<?xml',
  ]
  for (const text of wrong) expect(() => readJunit(text), text).toThrow(SyntaxError)
})

test('names of characters that there are not stay as they are, and nothing is expanded', () => {
  const text = '&#x110000; &nbsp; &#9999999; & &toString; &lt'
  const [read] = readJunit(
    `<!DOCTYPE a><testsuite><testcase name="${text}" __proto__="a"/></testsuite>`,
  )
  expect(read?.name).toBe(text)
})

test('a long report is gone through once', () => {
  const pieces = ['<testsuite>', '<!--', ' ', '&#', 'a="', '<a ', "<testsuite a='b' "]
  for (const piece of pieces) {
    const text = `<testsuite>${piece.repeat(200_000)}`
    const start = processorTime()
    expect(() => readJunit(text)).toThrow(SyntaxError)
    expect(processorTime() - start).toBeLessThan(2000)
  }
})
