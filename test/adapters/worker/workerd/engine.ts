import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { rolldown } from 'rolldown'
import { root } from '../../../package/root.ts'
import { install } from '../../../runtimes/install.ts'

const page = readFileSync(join(root, 'docs/worker.md'), 'utf8')

/** The blocks of docs/worker.md of a language. */
export function blocksOf(language: string): string[] {
  const found = page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))
  return [...found].map(([, text = '']) => text)
}

/** A block by the name of the file that its first line says. */
export function blockNamed(name: string): string {
  const block = blocksOf('ts').find((text) => text.startsWith(`// ${name}\n`))
  if (block === undefined) throw new Error(`docs/worker.md has no ${name}`)
  return block
}

/** The program that `npm run test:runtimes` installs, too. */
function engineProgram(): string {
  const { folder, missing } = install('workerd')
  if (folder === undefined) throw new Error(missing)
  return join(folder, '@cloudflare/workerd-linux-64/bin/workerd')
}

/** A folder with the package installed, to write the files of a deployment into. */
export function consumerFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-worker-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/forgery'))
  for (const name of ['typescript', '@types']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

/**
 * Bundles a module as its deployment does, and writes the configuration of the engine with the names that
 * the `wrangler.toml` of the page has. What the objects store goes to the folder `disk`.
 */
export async function deploy(folder: string, module: string, token: string): Promise<void> {
  writeFileSync(join(folder, 'worker.ts'), module)
  const bundle = await rolldown({ input: join(folder, 'worker.ts'), platform: 'browser' })
  await bundle.write({ file: join(folder, 'bundle.js'), codeSplitting: false })
  await bundle.close()
  mkdirSync(join(folder, 'disk'), { recursive: true })
  writeFileSync(join(folder, 'config.capnp'), configuration(folder, token))
}

function configuration(folder: string, token: string): string {
  const [toml = ''] = blocksOf('toml')
  const date = /compatibility_date = "([^"]+)"/.exec(toml)?.[1]
  const classes = [...toml.matchAll(/\{ name = "(\w+)", class_name = "(\w+)" \}/g)]
  const bindings = classes.map(
    ([, name, className]) => `(name = "${name}", durableObjectNamespace = "${className}")`,
  )
  const migrated = /new_sqlite_classes = \[([^\]]*)\]/.exec(toml)?.[1] ?? ''
  const namespaces = [...migrated.matchAll(/"(\w+)"/g)].map(
    ([, name]) => `(className = "${name}", uniqueKey = "${name}", enableSql = true)`,
  )
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "forge", worker = .forge),
    (name = "disk", disk = (path = "${join(folder, 'disk')}", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "forge")],
);
const forge :Workerd.Worker = (
  modules = [(name = "bundle.js", esModule = embed "bundle.js")],
  compatibilityDate = "${date}",
  bindings = [
    (name = "FORGERY_CONTROL_TOKEN", text = "${token}"),
    ${bindings.join(',\n    ')},
  ],
  durableObjectNamespaces = [${namespaces.join(', ')}],
  durableObjectStorage = (localDisk = "disk"),
);
`
}

/** An engine that runs. */
export interface Engine {
  readonly url: string
  readonly process: ChildProcess
  /** What it has written to its standard error. */
  readonly err: () => string
  /** Ends it at once: it has no time to write anything. */
  kill(): Promise<void>
}

export async function startEngine(folder: string): Promise<Engine> {
  // Messages such as the port that it listens at come over the descriptor 3.
  const child = spawn(engineProgram(), ['serve', '--control-fd=3', 'config.capnp'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  let err = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => (err += text))
  const ended = once(child, 'close')
  const port = await Promise.race([portFrom(child.stdio[3]), ended.then(() => undefined)])
  if (port === undefined) throw new Error(`The engine ended before it listened: ${err}`)
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    err: () => err,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function portFrom(messages: unknown): Promise<string | undefined> {
  let text = ''
  for await (const some of messages as Readable) {
    text += some
    const port = /"event":"listen".*?"port":(\d+)/.exec(text)?.[1]
    if (port !== undefined) return port
  }
  return undefined
}

/** Lets a folder of `consumerFolder` go. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
