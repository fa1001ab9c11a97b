import { useState } from 'preact/hooks'
import type { Seed } from '../../seed/schema.ts'
import type { NewServedWorld } from '../../worlds/client/index.ts'

/** The starting points of a world in the form. */
const starts = {
  default: 'where the default world started',
  demo: 'the demo world',
  empty: 'nothing',
  world: 'another world, as it is now',
  snapshot: 'a snapshot of this world',
  file: 'a seed, of a file',
} as const

type Start = keyof typeof starts

interface NewWorldFormProps {
  readonly worlds: readonly string[]
  readonly snapshots: readonly string[]
  /** The name of the world of this console. */
  readonly present: string
  /** Resolves to whether the world was created. */
  readonly onCreate: (world: NewServedWorld) => Promise<boolean>
}

/** A form for a new world. */
export function NewWorldForm({ worlds, snapshots, present, onCreate }: NewWorldFormProps) {
  const [name, setName] = useState('')
  const [start, setStart] = useState<Start>('default')
  const [from, setFrom] = useState(present)
  const [snapshot, setSnapshot] = useState('')
  const [file, setFile] = useState<File>()
  const chosen = snapshot || snapshots[0] || ''
  const isReady =
    (start !== 'snapshot' || chosen !== '') && (start !== 'file' || file !== undefined)

  async function create() {
    const origin = await originOf(start, { from, present, snapshot: chosen, file })
    if (await onCreate({ ...(name.trim() === '' ? {} : { name: name.trim() }), ...origin })) {
      setName('')
    }
  }
  return (
    <form
      class="new-world"
      aria-label="A new world"
      onSubmit={(event) => {
        event.preventDefault()
        create()
      }}
    >
      <label>
        Name
        <input
          type="text"
          autocomplete="off"
          spellcheck={false}
          maxLength={63}
          placeholder="w1, w2 …"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <label>
        Starts from
        <select
          value={start}
          onChange={({ currentTarget }) => setStart(currentTarget.value as Start)}
        >
          {Object.entries(starts).map(([key, words]) => (
            <option key={key} value={key} disabled={key === 'snapshot' && snapshots.length === 0}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {start === 'world' && <Choice label="World" value={from} names={worlds} onChange={setFrom} />}
      {start === 'snapshot' && (
        <Choice label="Snapshot" value={chosen} names={snapshots} onChange={setSnapshot} />
      )}
      {start === 'file' && (
        <label>
          Seed, YAML or JSON
          <input
            type="file"
            accept=".yaml,.yml,.json"
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
          />
        </label>
      )}
      <button type="submit" class="is-first" disabled={!isReady}>
        Make the world
      </button>
    </form>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly names: readonly string[]
  readonly onChange: (name: string) => void
}

function Choice({ label, value, names, onChange }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  )
}

interface Origins {
  readonly from: string
  readonly present: string
  readonly snapshot: string
  readonly file: File | undefined
}

async function originOf(
  start: Start,
  { from, present, snapshot, file }: Origins,
): Promise<NewServedWorld> {
  switch (start) {
    case 'default':
      return {}
    case 'demo':
    case 'empty':
      return { seed: start }
    case 'world':
      return { from }
    case 'snapshot':
      return { from: present, snapshot }
    case 'file':
      return file ? { seed: await seedIn(file) } : {}
  }
}

/** Parses a file; the server validates the seed. */
export async function seedIn(file: File): Promise<Seed> {
  const text = await file.text()
  if (file.name.endsWith('.json')) return JSON.parse(text)
  const { parse } = await import('yaml')
  return parse(text)
}
