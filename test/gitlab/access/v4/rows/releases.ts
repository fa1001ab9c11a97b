import type { RowsOf } from '../row.ts'

const path = {
  tag_name: 'released',
  link_id: '1',
  direct_asset_path: 'bin',
  suffix_path: 'downloads/bin',
}
const link = { name: 'More', url: 'https://example.com/more' }

export const rows = {
  listGroupReleases: { who: 'sees the group' },
  listReleases: { who: 'sees the project' },
  getRelease: { who: 'reads the code', path },
  createRelease: { who: 'developer', parameters: { tag_name: 'new', ref: 'master' } },
  updateRelease: { who: 'developer', path, parameters: { name: 'New' } },
  deleteRelease: { who: 'developer', path },
  redirectToLatestRelease: { who: 'reads the code' },
  redirectBelowLatestRelease: { who: 'reads the code', path },
  redirectToReleaseAsset: { who: 'reads the code', path },
  listReleaseLinks: { who: 'reads the code', path },
  getReleaseLink: { who: 'reads the code', path },
  createReleaseLink: { who: 'developer', path, parameters: link },
  updateReleaseLink: { who: 'developer', path, parameters: link },
  deleteReleaseLink: { who: 'developer', path },
} satisfies RowsOf<'Releases'>
