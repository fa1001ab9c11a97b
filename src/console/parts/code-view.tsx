import type { createLowlight } from 'lowlight'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { ApiAnswer } from '../session/api.ts'
import { hrefOfWebUrl } from '../shell/router.ts'
import { CopyButton } from './copy-button.tsx'

interface CodeViewProps {
  readonly text: string
  /** A language of the highlighter, such as `json`, or the extension of a file name; undefined for plain text. */
  readonly language?: string | undefined
  /** The accessible name of the text. */
  readonly label: string
  /** Whether lines are numbered. */
  readonly isNumbered?: boolean
}

/**
 * Shows a value as JSON.
 *
 * @example <JsonView value={payload} label="The payload" />
 */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  return <CodeView text={JSON.stringify(value, null, 2) ?? ''} language="json" label={label} />
}

/** Shows a body as code: formatted where it is JSON, unchanged where it is not. */
export function BodyView({
  body: { json, text },
  label,
}: {
  readonly body: Pick<ApiAnswer, 'json' | 'text'>
  readonly label: string
}) {
  return json === undefined ? (
    <CodeView text={text} label={label} />
  ) : (
    <JsonView value={json} label={label} />
  )
}

type Highlighter = ReturnType<typeof createLowlight>
type Node = ReturnType<Highlighter['highlight']>['children'][number]

/** Longer texts, in characters, are not highlighted. */
const maxHighlighted = 200_000

/** The number of lines of a block, which the browser renders when it becomes visible. */
const linesOfBlock = 200

/**
 * Shows a text as code, highlighted line by line where the language is known. The text is never interpreted as HTML.
 *
 * @example <CodeView text={JSON.stringify(body, null, 2)} language="json" label="The answer" />
 */
export function CodeView({ text, language, label, isNumbered = false }: CodeViewProps) {
  const highlighter = useHighlighter(language !== undefined && text.length <= maxHighlighted)
  // The final line break starts no further line.
  const shown = text.replace(/\r?\n$/, '')
  const lines = useMemo(() => linesOf(shown, language, highlighter), [shown, language, highlighter])
  const blocks = Array.from({ length: Math.ceil(lines.length / linesOfBlock) }, (_, index) =>
    lines.slice(index * linesOfBlock, (index + 1) * linesOfBlock),
  )
  const digits = String(lines.length).length
  return (
    <div class="code-view">
      <CopyButton text={text} label={label.toLowerCase()} />
      <pre
        role="group"
        tabIndex={0}
        aria-label={label}
        class={isNumbered ? 'is-numbered' : ''}
        style={{ '--digits': digits }}
      >
        {blocks.map((block, index) => (
          <code key={index} style={{ '--lines': block.length, '--before': index * linesOfBlock }}>
            {block.map((line, place) => (
              <span key={place} class="code-line">
                {line}
                {'\n'}
              </span>
            ))}
          </code>
        ))}
      </pre>
    </div>
  )
}

/** Returns the highlighter once it is loaded; undefined before, or where it is not wanted. */
function useHighlighter(isWanted: boolean): Highlighter | undefined {
  const [highlighter, setHighlighter] = useState<Highlighter>()
  useEffect(() => {
    if (!isWanted) return
    let isHere = true
    import('./highlighter.ts').then((loaded) => {
      if (isHere) setHighlighter(loaded.highlighter)
    })
    return () => {
      isHere = false
    }
  }, [isWanted])
  return isWanted ? highlighter : undefined
}

/** Returns the lines of a text, split into spans of one colour. */
function linesOf(
  text: string,
  language: string | undefined,
  highlighter: Highlighter | undefined,
): ComponentChildren[][] {
  if (language === undefined || !highlighter?.registered(language)) {
    return text.split('\n').map((line) => [line])
  }
  const lines: ComponentChildren[][] = [[]]
  const add = (value: string, name: string) => {
    for (const [index, part] of value.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push(name === '' ? part : <span class={name}>{part}</span>)
    }
  }
  let key = ''
  const walk = (node: Node, name: string) => {
    if (node.type === 'text') {
      if (name === 'hljs-attr') key = node.value
      const isAddress = key === '"web_url"' && name === 'hljs-string'
      const href = isAddress ? hrefOfWebUrl(node.value.slice(1, -1)) : undefined
      if (href === undefined) add(node.value, name)
      else
        lines.at(-1)?.push(
          <a class={name} href={href}>
            {node.value}
          </a>,
        )
    }
    if (node.type !== 'element') return
    const names = node.properties.className
    const own = Array.isArray(names) ? names.join(' ') : name
    for (const child of node.children) walk(child, own)
  }
  for (const node of highlighter.highlight(language, text).children) walk(node, '')
  return lines
}

/**
 * Returns the language of a file by its name, for the highlighter.
 *
 * @example languageOf('lib/user.rb') // 'rb'
 */
export function languageOf(path: string): string {
  const name = path.split('/').at(-1)?.toLowerCase() ?? ''
  if (/^(dockerfile|makefile|gemfile|rakefile)$/.test(name)) {
    return { gemfile: 'rb', rakefile: 'rb' }[name] ?? name
  }
  return name.split('.').at(-1) ?? ''
}
