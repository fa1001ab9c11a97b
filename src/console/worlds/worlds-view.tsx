import { useState } from 'preact/hooks'
import type { ListedWorld, NewServedWorld } from '../../worlds/client/index.ts'
import { FilterField } from '../parts/filter-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { toast, toastProblem } from '../parts/toast.tsx'
import { forge } from '../session/control.ts'
import { useLoaded } from '../session/loaded.ts'
import { overview } from '../session/overview.ts'
import { useCommands } from '../shell/commands.ts'
import { go, setQuery } from '../shell/router.ts'
import type { ViewProps } from '../shell/view.ts'
import { NewWorldForm, seedIn } from './new-world.tsx'
import { WorldDetail } from './world-detail.tsx'

const columns: readonly Column<ListedWorld>[] = [
  {
    id: 'name',
    title: 'World',
    width: 'minmax(8rem, 1fr)',
    cell: ({ name }) => (
      <>
        {name} {name === overview.value?.world && <span class="world-mark">this one</span>}
      </>
    ),
    order: ({ name }) => name,
  },
  {
    id: 'url',
    title: 'Address',
    width: 'minmax(0, 2fr)',
    isMinor: true,
    cell: ({ url }) => <span class="mono dim">{url}</span>,
  },
]

/** Shows the worlds of the server. */
export function WorldsView({ segments: [opened], query }: ViewProps) {
  const worlds = useLoaded(() => forge.worlds.list(), [])
  const snapshots = useLoaded(() => forge.snapshots.all(), [])
  const [isMaking, setMaking] = useState(false)
  const text = query.get('text') ?? ''
  const all = worlds.value ?? []
  const shown = text === '' ? all : all.filter(({ name }) => name.includes(text))
  const world = all.find(({ name }) => name === opened)
  const show = (name: string | undefined) =>
    go({ path: ['worlds', ...(name === undefined ? [] : [name])], query: { text } })

  async function doing<T>(
    act: () => Promise<T>,
    said: (done: T) => string,
  ): Promise<T | undefined> {
    try {
      const done = await act()
      toast(said(done))
      return done
    } catch (error) {
      toastProblem(error)
      return undefined
    } finally {
      worlds.reload()
    }
  }
  async function create(start: NewServedWorld): Promise<boolean> {
    const made = await doing(
      () => forge.worlds.create(start),
      ({ name }) => `There is a world ${name}`,
    )
    if (made) show(made.name)
    return made !== undefined
  }
  const ofWorld = (name: string) => forge.worlds.get(name)
  const reset = (name: string) =>
    doing(
      () => forge.worlds.reset(name),
      () => `The world ${name} is back at its beginning`,
    )

  const present = overview.value?.world ?? 'default'
  useCommands([
    { title: 'Make a world', icon: 'plus', run: () => create({}) },
    { title: `Fork ${present}`, icon: 'worlds', run: () => create({ from: present }) },
    { title: `Reset ${present}`, icon: 'replay', run: () => reset(present) },
  ])
  return (
    <div class="workspace worlds">
      <div class="worlds-top">
        <div class="worlds-heading">
          <h1>Worlds</h1>
          <FilterField
            label="Filter the worlds"
            placeholder="Name"
            value={text}
            onChange={(value) => setQuery({ text: value })}
          />
          <button type="button" aria-expanded={isMaking} onClick={() => setMaking(!isMaking)}>
            <Icon name="plus" />
            New world
          </button>
        </div>
        {isMaking && (
          <NewWorldForm
            worlds={all.map(({ name }) => name)}
            snapshots={snapshots.value ?? []}
            present={present}
            onCreate={create}
          />
        )}
        {worlds.problem !== undefined && <Problem>{worlds.problem}</Problem>}
      </div>
      <div class="split">
        <Table
          label="Worlds"
          rows={shown}
          columns={columns}
          keyOf={({ name }) => name}
          selected={opened}
          onOpen={({ name }) => show(name)}
          empty={worlds.isLoading ? '' : 'No world has such a name.'}
        />
        {world && (
          <WorldDetail
            key={world.name}
            world={world}
            onClose={() => show(undefined)}
            onFork={() => create({ from: world.name })}
            onReset={() => reset(world.name)}
            onExport={() =>
              doing(
                async () => download(world.name, await (await ofWorld(world.name)).export()),
                () => `The world ${world.name} is in a file`,
              )
            }
            onAdd={(file) =>
              doing(
                async () => (await ofWorld(world.name)).add(await seedIn(file)),
                (added) => `Added ${Object.values(added).flat().length} records`,
              )
            }
            onRemove={async () => {
              await doing(
                () => forge.worlds.remove(world.name),
                () => `The world ${world.name} is gone`,
              )
              show(undefined)
            }}
          />
        )}
      </div>
    </div>
  )
}

/** Downloads a world as a seed file. */
function download(name: string, seed: unknown): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify(seed, null, 2)], { type: 'application/json' }),
  )
  link.download = `${name}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}
