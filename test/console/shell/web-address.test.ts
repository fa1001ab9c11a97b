import { describe, expect, it } from 'vitest'
import { placeOfWebUrl, readNamed } from '../../../src/console/shell/web-address.ts'

const url = 'http://127.0.0.1:8080'

describe('the place of a web_url in the console', () => {
  it.each([
    [`${url}/jane/website`, url, ['projects', 'jane', 'website']],
    [`${url}/jane/website/-/issues/3`, url, ['projects', 'jane', 'website', '-', 'issues', '3']],
    [`${url}/w/a/jane/website`, `${url}/w/a`, ['projects', 'jane', 'website']],
    [`${url}/jane/website`, `${url}/`, ['projects', 'jane', 'website']],
    [
      `${url}/a/b/-/blob/master/100%25%20sure%23.md`,
      url,
      ['projects', 'a', 'b', '-', 'blob', 'master', '100% sure#.md'],
    ],
    [`${url}/a/b/-/tree/%zz`, url, ['projects', 'a', 'b', '-', 'tree', '%zz']],
    ['http://elsewhere.test/jane/website', url, undefined],
    [`${url}/w/ab/jane/website`, `${url}/w/a`, undefined],
    [`${url}/uploads/-/system/user/avatar/1/a.png`, url, undefined],
    ['no address', url, undefined],
  ])('%s below %s', (webUrl, worldUrl, place) => {
    expect(placeOfWebUrl(webUrl, worldUrl)).toEqual(place)
  })
})

describe('what an address names', () => {
  it.each([
    ['', { path: '', isGroup: false, part: undefined, rest: [] }],
    ['jane/website', { path: 'jane/website', isGroup: false, part: undefined, rest: [] }],
    ['a/b/c/-/issues/3', { path: 'a/b/c', isGroup: false, part: 'issues', rest: ['3'] }],
    [
      'jane/website/issues/3',
      { path: 'jane/website', isGroup: false, part: 'issues', rest: ['3'] },
    ],
    ['jane/website/builds/3', { path: 'jane/website', isGroup: false, part: 'jobs', rest: ['3'] }],
    ['jane/issues', { path: 'jane/issues', isGroup: false, part: undefined, rest: [] }],
    ['groups/a/b', { path: 'a/b', isGroup: true, part: undefined, rest: [] }],
    ['groups/a/-/milestones/1', { path: 'a', isGroup: true, part: 'milestones', rest: ['1'] }],
    [
      'a/b/-/tree/feature/issues/src',
      { path: 'a/b', isGroup: false, part: 'tree', rest: ['feature', 'issues', 'src'] },
    ],
    [
      'a/b/tree/master/-/x',
      { path: 'a/b', isGroup: false, part: 'tree', rest: ['master', '-', 'x'] },
    ],
  ])('%s', (path, named) => {
    expect(readNamed(path.split('/').filter(Boolean))).toEqual(named)
  })
})
