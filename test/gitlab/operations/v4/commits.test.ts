import { describe, expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'
import { empty, repositoryWorld, site } from '../v3/repository-world.ts'

const titles = (body: readonly { title: string }[]) => body.map(({ title }) => title)

describeV4('commits', { seed: repositoryWorld }, (api) => {
  const all = ["Merge branch 'fix/typo'", 'Call it start', 'Mend a typo', 'Count further', 'Begin']

  describe('in a list', () => {
    it.each([
      [{}, all],
      [{ ref_name: 'v1.0' }, ['Count further', 'Begin']],
      [{ ref_name: 'v1.0..fix/typo' }, ['Mend a typo']],
      [{ ref_name: 'nowhere' }, []],
      [{ path: 'README.md' }, ['Mend a typo', 'Begin']],
      [{ path: 'docs' }, ['Call it start', 'Begin']],
      [{ author: 'Singh' }, ['Mend a typo', 'Count further']],
      [{ author: 'mona@' }, ["Merge branch 'fix/typo'", 'Call it start', 'Begin']],
      [{ since: '2017-01-05T00:00:00Z' }, all.slice(0, 2)],
      [{ until: '2017-01-02T23:00:00Z' }, ['Count further', 'Begin']],
      [{ first_parent: true }, [all[0], 'Call it start', 'Count further', 'Begin']],
      [{ order: 'topo' }, [all[0], 'Mend a typo', 'Call it start', 'Count further', 'Begin']],
      [
        { all: true, ref_name: 'v1.0' },
        [all[0], 'Call it start', 'Mend a typo', 'Let people in', 'Count further', 'Begin'],
      ],
    ])('are those that %j asks for', async (parameters, expected) => {
      const { status, body } = await api.anonymous.get(`${site}/commits`, parameters)
      expect([status, titles(body)]).toEqual([200, expected])
    })

    it('are not counted', async () => {
      const { headers } = await api.anonymous.get(`${site}/commits`, { per_page: 2, page: 2 })
      expect(headers.has('x-total')).toBe(false)
      expect(headers.has('x-total-pages')).toBe(false)
      expect([headers.get('x-page'), headers.get('x-next-page')]).toEqual(['2', '3'])
      expect(headers.get('link')).not.toContain('rel="last"')
      const last = await api.anonymous.get(`${site}/commits`, { per_page: 2, page: 3 })
      expect([last.body.length, last.headers.get('x-next-page')]).toEqual([1, ''])
    })

    it('have a page behind each that is full', async () => {
      const { headers } = await api.anonymous.get(`${site}/commits`, { per_page: 5 })
      expect(headers.get('x-next-page')).toBe('2')
      const { status, body } = await api.anonymous.get(`${site}/commits`, { per_page: 5, page: 2 })
      expect([status, body]).toEqual([200, []])
    })

    it('have stats where they are asked for', async () => {
      const { body } = await api.anonymous.get(`${site}/commits`, { with_stats: true })
      expect(body[3].stats).toEqual({ additions: 2, deletions: 1, total: 3 })
      expect((await api.anonymous.get(`${site}/commits`)).body[3]).not.toHaveProperty('stats')
    })

    it('are none in an empty repository', async () => {
      expect((await api.as('dev').get(`${empty}/commits`)).body).toEqual([])
    })
  })

  it('lists what one changed, without and with the lines above the hunks', async () => {
    const path = `${site}/commits/v1.0/diff`
    const { status, body } = await api.anonymous.get(path)
    const hunk = '@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n three\n+four\n'
    const difference = {
      collapsed: false,
      too_large: false,
      new_path: 'src/app.js',
      old_path: 'src/app.js',
      a_mode: '100644',
      b_mode: '100644',
      new_file: false,
      renamed_file: false,
      deleted_file: false,
      generated_file: false,
    }
    expect([status, body]).toEqual([200, [{ diff: hunk, ...difference }]])
    const unified = await api.anonymous.get(path, { unidiff: true })
    expect(unified.body[0].diff).toBe(`--- a/src/app.js\n+++ b/src/app.js\n${hunk}`)
  })

  it('shows neither text nor hunks of a binary file', async () => {
    const { body } = await api.anonymous.get(`${site}/commits/v0.9/diff`, { unidiff: true })
    const binary = body.find(({ new_path }: { new_path: string }) => new_path === 'logo.gif')
    expect(binary).toMatchObject({ diff: '', a_mode: '0', b_mode: '100644', new_file: true })
  })
})
