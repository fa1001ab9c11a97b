import type { Seed } from '../../../../src/seed/schema.ts'

/** NUL bytes and bytes that are no UTF-8. */
export const binary = 'AAECA//+/QBnaWY='

const members = { mona: 'master', dev: 'developer', rita: 'reporter', gus: 'guest' } as const

/**
 * The project acme/site (id 1), public, and beside it one of each other kind. The history of site,
 * oldest first:
 *
 *   first     master         README.md, src/app.js, docs/guide/intro.md, logo.gif, run.sh
 *   second    master         src/app.js changed by dev
 *   login     feature/login  src/login.js, from second
 *   typo      fix/typo       README.md changed, from second
 *   moved     master         docs/guide/intro.md becomes docs/guide/start.md
 *   merged    master         fix/typo merged
 */
export const repositoryWorld: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'mona', name: 'Mona Meyer', email: 'mona@acme.example' },
    { username: 'dev', name: 'Dev Singh', email: 'dev@acme.example' },
    { username: 'rita' },
    { username: 'gus' },
    { username: 'olga' },
  ],
  groups: [{ path: 'acme' }],
  projects: [
    {
      path: 'acme/site',
      visibility: 'public',
      members,
      created_by: 'mona',
      repository: {
        protected_branches: {},
        commits: [
          {
            label: 'first',
            message: 'Begin\n\nWith all kinds of files.\n',
            author: 'mona',
            at: '2017-01-01T10:00:00Z',
            actions: [
              { action: 'create', file_path: 'README.md', content: '# Site\n\nA site of ouers.\n' },
              { action: 'create', file_path: 'src/app.js', content: 'one\ntwo\nthree\n' },
              { action: 'create', file_path: 'docs/guide/intro.md', content: 'hello\n' },
              { action: 'create', file_path: 'logo.gif', content: binary, encoding: 'base64' },
              { action: 'create', file_path: 'run.sh', content: '#!/bin/sh\n', executable: true },
            ],
          },
          {
            label: 'second',
            message: 'Count further',
            author: 'dev',
            at: '2017-01-02T10:00:00Z',
            actions: [
              { action: 'update', file_path: 'src/app.js', content: 'one\nTWO\nthree\nfour\n' },
            ],
          },
          {
            label: 'login',
            branch: 'feature/login',
            message: 'Let people in',
            author: 'dev',
            at: '2017-01-03T10:00:00Z',
            actions: [{ action: 'create', file_path: 'src/login.js', content: 'login()\n' }],
          },
          {
            label: 'typo',
            branch: 'fix/typo',
            message: 'Mend a typo',
            author: 'dev',
            at: '2017-01-04T10:00:00Z',
            actions: [
              { action: 'update', file_path: 'README.md', content: '# Site\n\nA site of ours.\n' },
            ],
          },
          {
            label: 'moved',
            message: 'Call it start',
            author: 'mona',
            at: '2017-01-05T10:00:00Z',
            actions: [
              {
                action: 'move',
                file_path: 'docs/guide/start.md',
                previous_path: 'docs/guide/intro.md',
              },
            ],
          },
          {
            label: 'merged',
            message: "Merge branch 'fix/typo'",
            author: 'mona',
            at: '2017-01-06T10:00:00Z',
            merge: 'fix/typo',
          },
        ],
        branches: { 'release/1.x': 'second' },
        tags: [
          { name: 'v0.9', ref: 'first' },
          {
            name: 'v1.0',
            ref: 'second',
            message: 'Version one\n',
            by: 'mona',
            release_description: 'It *counts*.',
          },
        ],
      },
    },
    {
      path: 'acme/secret',
      members,
      created_by: 'mona',
      repository: {
        protected_branches: {},
        commits: [
          {
            message: 'Hide it',
            author: 'mona',
            at: '2017-01-01T10:00:00Z',
            actions: [{ action: 'create', file_path: 'secret.txt', content: 'xyzzy\n' }],
          },
        ],
      },
    },
    {
      path: 'acme/old',
      visibility: 'public',
      archived: true,
      members,
      created_by: 'mona',
      repository: {
        protected_branches: {},
        commits: [
          {
            message: 'Long ago',
            author: 'mona',
            at: '2017-01-01T10:00:00Z',
            actions: [{ action: 'create', file_path: 'a.txt', content: 'a\n' }],
          },
        ],
        branches: { side: 'master' },
      },
    },
    { path: 'acme/empty', members, created_by: 'mona' },
    {
      path: 'acme/inner',
      visibility: 'internal',
      members,
      created_by: 'mona',
      repository: {
        commits: [
          {
            message: 'Inside',
            author: 'mona',
            actions: [{ action: 'create', file_path: 'a.txt', content: 'a\n' }],
          },
        ],
      },
    },
  ],
}

export const site = '/projects/1/repository'
export const secret = '/projects/2/repository'
export const old = '/projects/3/repository'
export const empty = '/projects/4/repository'
export const inner = '/projects/5/repository'
