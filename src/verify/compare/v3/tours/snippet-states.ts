import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { add } from '../reads.ts'
import { addNote } from '../records.ts'
import { type Project, people, ref, type Snippet, type World } from '../world.ts'
import { createLook, type Look } from './look.ts'

/** Snippets of each level by several authors, in each project: changes of all fields and levels, notes and removal. */
export function snippetStates(world: World): void {
  for (const [place, project] of world.projects.slice(0, 2).entries())
    for (const level of world.levels)
      for (const author of ['developer', 'owner'] as const)
        if (place === 0 || author === 'developer') go(world, project, level, author)
}

function go(world: World, project: Project, level: number, author: 'developer' | 'owner'): void {
  const id = ref(project.symbol)
  const symbol = world.fresh('snippet')
  const values = {
    title: `The ${symbol}`,
    file_name: `${symbol}.rb`,
    code: 'puts 1\r\n',
    visibility_level: level,
  }
  add(world, author, 'createSnippet', { id, ...values }, { makes: symbol })
  const snippet: Snippet = { symbol, author, isGone: false, notes: [], participants: new Set() }
  const one = { id, snippet_id: ref(symbol) }
  const look = createLook(world, {
    shows: ['Snippet'],
    target: { ...firstOf(project, 'developer'), snippet },
  })
  const raw = () => {
    for (const as of ['owner', 'reporter', 'stranger', 'nobody'])
      add(world, as, 'getRawSnippet', one)
  }
  look.wide()
  raw()
  const others = world.levels.filter((one) => one !== level)
  const changes: readonly Values[] = [
    { title: 'Another' },
    { file_name: 'another.py' },
    { code: 'puts 2\n\n' },
    { title: 'Both', code: '  größer' },
    ...others.map((visibility_level) => ({ visibility_level })),
    { visibility_level: level, title: 'As it was' },
  ]
  for (const sent of changes) {
    add(world, author, 'updateSnippet', { ...one, ...sent })
    add(world, author, 'getRawSnippet', one)
    if (sent.visibility_level === undefined) look.near()
    else {
      look.wide()
      raw()
    }
  }
  comment(world, project, snippet, look)
  for (let times = 0; times < 2; times++) {
    add(world, author, 'deleteSnippet', one)
    look.near()
  }
  raw()
  add(world, author, 'updateSnippet', { ...one, title: 'It is gone' })
}

/** Notes on a snippet, as each user sees them. */
function comment(world: World, project: Project, snippet: Snippet, look: Look): void {
  const one = { id: ref(project.symbol), snippet_id: ref(snippet.symbol) }
  const author = snippet.author
  const note = addNote(world, project, 'Snippet', snippet, author)
  const read = () => {
    for (const as of [...people, 'nobody']) add(world, as, 'listSnippetNotes', one)
    add(world, author, 'getSnippetNote', { ...one, note_id: ref(note) })
  }
  read()
  add(world, author, 'updateSnippetNote', { ...one, note_id: ref(note), body: 'It is dry' })
  look.near()
  add(world, author, 'listSnippetNotes', one)
  for (let times = 0; times < 2; times++) {
    add(world, author, 'deleteSnippetNote', { ...one, note_id: ref(note) })
    add(world, author, 'listSnippetNotes', one)
  }
  add(world, author, 'getSnippetNote', { ...one, note_id: ref(note) })
}
