import { readBlob, readCommit } from '../../../git/objects/database.ts'
import { listTree } from '../../../git/objects/tree.ts'
import { branchHead } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { WithStore } from '../lookups.ts'
import { repositoryOf } from './repositories.ts'

/** The maximum number of languages of a project (`RepositoryLanguage` of GitLab). */
const MAX_LANGUAGES = 5

/** The file extensions of the languages that count (lib/linguist/languages.yml of Linguist; no prose, no data). */
const endings = new Map(
  Object.entries({
    Batchfile: 'bat cmd',
    C: 'c h',
    'C#': 'cs',
    'C++': 'cc cpp cxx hpp',
    CSS: 'css',
    Clojure: 'clj cljs',
    CoffeeScript: 'coffee',
    Dart: 'dart',
    Dockerfile: 'dockerfile',
    Elixir: 'ex exs',
    Erlang: 'erl',
    Go: 'go',
    Groovy: 'groovy',
    HCL: 'hcl tf',
    HTML: 'htm html',
    Haml: 'haml',
    Haskell: 'hs',
    Java: 'java',
    JavaScript: 'cjs js jsx mjs',
    Julia: 'jl',
    Kotlin: 'kt kts',
    Less: 'less',
    Lua: 'lua',
    Makefile: 'makefile mk',
    'Objective-C': 'm',
    PHP: 'php',
    Perl: 'pl pm',
    PowerShell: 'ps1',
    Python: 'py',
    R: 'r',
    Ruby: 'gemspec rake rb',
    Rust: 'rs',
    SCSS: 'scss',
    Scala: 'scala',
    Shell: 'bash sh zsh',
    Svelte: 'svelte',
    Swift: 'swift',
    TypeScript: 'cts mts ts tsx',
    Vue: 'vue',
  }).flatMap(([language, all]) => all.split(' ').map((ending) => [ending, language] as const)),
)

/** The folders of third-party code, which does not count. */
const vendored = new Set(['node_modules', 'vendor', 'third_party', 'dist'])

/** Returns the percentage of bytes of each language in a project, with two decimals, largest first. */
export function languagesOf(context: WithStore, project: ProjectRecord): Record<string, number> {
  const bytes = bytesByLanguage(context, project)
  const total = [...bytes.values()].reduce((sum, one) => sum + one, 0)
  const shares = [...bytes]
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, MAX_LANGUAGES)
    .map(([language, count]) => [language, Math.round((count / total) * 10_000) / 100] as const)
  return Object.fromEntries(shares)
}

function bytesByLanguage({ store }: WithStore, project: ProjectRecord): Map<string, number> {
  const bytes = new Map<string, number>()
  const repository = repositoryOf(store, project)
  const head = branchHead(repository, repository.head)
  if (head === undefined) return bytes
  const { tree } = readCommit(store.objects, head)
  for (const { id, type, path } of listTree(store.objects, tree, { recursive: true })) {
    const language = type === 'blob' ? languageOf(path) : undefined
    if (language === undefined) continue
    const { length } = readBlob(store.objects, id).bytes
    if (length > 0) bytes.set(language, (bytes.get(language) ?? 0) + length)
  }
  return bytes
}

function languageOf(path: string): string | undefined {
  const steps = path.toLowerCase().split('/')
  if (steps.some((step) => vendored.has(step))) return undefined
  return endings.get(steps.at(-1)?.split('.').at(-1) ?? '')
}
