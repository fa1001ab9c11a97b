import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const withFile = (path: string, file_path: string, content: string) => ({
  path: `jane/${path}`,
  visibility: 'public' as const,
  repository: {
    commits: [
      {
        message: 'Begin',
        author: 'jane',
        actions: [{ action: 'create' as const, file_path, content }],
      },
    ],
  },
})
const seed: Seed = {
  users: [{ username: 'jane' }],
  projects: [
    withFile('mit', 'LICENSE', 'MIT License\n\nCopyright (c) 2026 Jane\n'),
    withFile('apache', 'license.txt', '  Apache License\n Version 2.0, January 2004\n'),
    withFile('gpl', 'COPYING', 'GNU GENERAL PUBLIC LICENSE\n  Version 3, 29 June 2007\n'),
    withFile('spdx', 'LICENSE.md', 'Project\n\nSPDX-License-Identifier: BSD-2-Clause\n'),
    withFile('own', 'LICENSE', 'Whoever reads this may do as they like.\n'),
    withFile('none', 'docs/LICENSE', 'MIT License\n'),
  ],
}

/** Specification of v4, people-groups-projects.md, section 8.1. */
describeV4('the licence of a project', { seed }, (api) => {
  it.each([
    ['mit', 'LICENSE', 'mit'],
    ['apache', 'license.txt', 'apache-2.0'],
    ['gpl', 'COPYING', 'gpl-3.0'],
    ['spdx', 'LICENSE.md', 'bsd-2-clause'],
    ['own', 'LICENSE', 'other'],
  ])('of %s is read from %s', async (path, file, key) => {
    const { body } = await api.anonymous.get(`/projects/jane%2F${path}`, { license: true })
    expect(body.license_url).toBe(`${api.origin}/jane/${path}/-/blob/master/${file}`)
    expect(body.license.key).toBe(key)
  })

  it('has a name, and pages about it', async () => {
    const { body } = await api.as('jane').get('/projects/1', { license: true })
    expect(body.license).toEqual({
      key: 'mit',
      name: 'MIT License',
      nickname: null,
      html_url: 'https://choosealicense.com/licenses/mit/',
      source_url: 'https://spdx.org/licenses/MIT.html',
    })
  })

  it('is null without a file at the root, and left out where nobody asks', async () => {
    const { body } = await api.as('jane').get('/projects/jane%2Fnone', { license: true })
    expect(body).toMatchObject({ license_url: null, license: null })
    expect((await api.as('jane').get('/projects/1')).body).not.toHaveProperty('license')
  })
})
