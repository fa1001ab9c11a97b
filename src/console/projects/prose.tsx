import type { Token } from 'marked'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { Project } from '../../contract/generated/v4/contract.ts'
import { isUrl } from '../../shared/is-url.ts'
import { CodeView } from '../parts/code-view.tsx'
import { worldUrl } from '../session/place.ts'
import { hrefOf, hrefOfWebUrl } from '../shell/router.ts'
import { placeInProject, projectsView } from '../shell/web-address.ts'

type Parser = typeof import('./markdown-parser.ts')

/** What a page has when its texts come: the parser is asked for with the code of the page. */
const loaded: { parser?: Parser } = {}
const loading = import('./markdown-parser.ts').then((parser) => {
  loaded.parser = parser
  return parser
})

/** The project whose page it is: `#3` is an issue of that. */
export const ShownProject = createContext<Project | undefined>(undefined)

/** Where a text is: what its relative links lead from. */
const Address = createContext<string | undefined>(undefined)

interface ProseProps {
  readonly text: string | null | undefined
  /** The `web_url` of a page of a wiki or of a file; without it no relative link leads anywhere. */
  readonly address?: string
}

/** A text that somebody wrote, in Markdown: it is formatted, and nothing in it is anything but text and links. */
export function Prose({ text, address }: ProseProps) {
  const [parser, setParser] = useState(loaded.parser)
  useEffect(() => {
    if (!parser) loading.then(setParser, () => {})
  }, [])
  if (!text) return <p class="dim">No description.</p>
  const tokens = parser?.parseMarkdown(text)
  if (!parser || !tokens) {
    return (
      <div class="prose is-plain" dir="auto">
        {text}
      </div>
    )
  }
  return (
    <div class="prose" dir="auto">
      <Address.Provider value={address}>
        <Pieces tokens={tokens} parser={parser} depth={0} />
      </Address.Provider>
    </div>
  )
}

interface PiecesProps {
  readonly tokens: readonly Token[] | undefined
  readonly parser: Parser
  /** How many others they are in. */
  readonly depth: number
}

/** What is deeper in quotes and lists than this is shown as it was written. */
const maxDepth = 30

function Pieces({ tokens = [], parser, depth }: PiecesProps) {
  const levels = [...new Set(tokens.flatMap((one) => (one.type === 'heading' ? one.depth : [])))]
  levels.sort()
  return (
    <>
      {tokens.map((token, place) =>
        depth > maxDepth ? (
          token.raw
        ) : (
          <Piece
            key={place}
            token={token}
            parser={parser}
            depth={depth + 1}
            level={levels.indexOf('depth' in token ? token.depth : 0)}
          />
        ),
      )}
    </>
  )
}

interface PieceProps extends Omit<PiecesProps, 'tokens'> {
  readonly token: Token
  /** Of a heading: 0 for the highest of its text, which stand below those of the page. */
  readonly level: number
}

/** One piece of a text. What the parser knows and this does not, HTML for one, is shown as it was written. */
function Piece({ token, parser, depth, level }: PieceProps) {
  const { plain } = parser
  const inside = (tokens: readonly Token[] | undefined) => (
    <Pieces tokens={tokens} parser={parser} depth={depth} />
  )
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'paragraph':
      return <p>{inside(token.tokens)}</p>
    case 'heading': {
      const Heading = (['h3', 'h4', 'h5', 'h6'] as const)[level] ?? 'h6'
      return <Heading>{inside(token.tokens)}</Heading>
    }
    case 'code':
      return (
        <CodeView
          text={token.text}
          language={token.lang?.split(/\s/)[0] || undefined}
          label="Code"
        />
      )
    case 'blockquote':
      return <blockquote>{inside(token.tokens)}</blockquote>
    case 'list':
      return token.ordered ? (
        <ol start={Number(token.start) || 1}>{inside(token.items)}</ol>
      ) : (
        <ul>{inside(token.items)}</ul>
      )
    case 'list_item':
      return (
        <li class={token.task ? 'is-task' : ''}>
          {token.task && (
            <input
              type="checkbox"
              disabled
              checked={token.checked}
              aria-label={token.checked ? 'done' : 'to do'}
            />
          )}
          {inside(token.tokens)}
        </li>
      )
    case 'table':
      return (
        <div class="prose-table" tabIndex={0} role="group" aria-label="Table">
          <table>
            <thead>
              <tr>
                {token.header.map((cell: Cell, place: number) => (
                  <th key={place}>{inside(cell.tokens)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {token.rows.map((row: readonly Cell[], place: number) => (
                <tr key={place}>
                  {row.map((cell, column) => (
                    <td key={column}>{inside(cell.tokens)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    case 'hr':
      return <hr />
    case 'br':
      return <br />
    case 'strong':
      return <strong>{inside(token.tokens)}</strong>
    case 'em':
      return <em>{inside(token.tokens)}</em>
    case 'del':
      return <del>{inside(token.tokens)}</del>
    case 'codespan':
      return <code>{plain(token.text)}</code>
    case 'link':
      return <TextLink href={plain(token.href)}>{inside(token.tokens)}</TextLink>
    case 'image':
      return <TextLink href={plain(token.href)}>{`image: ${plain(token.text)}`}</TextLink>
    case 'escape':
      return plain(token.text)
    case 'text':
      return 'tokens' in token && token.tokens ? (
        inside(token.tokens)
      ) : (
        <Words text={plain(token.text)} />
      )
    default:
      return 'block' in token && token.block ? <p>{token.raw.trim()}</p> : token.raw
  }
}

interface Cell {
  readonly tokens: readonly Token[]
}

interface TextLinkProps {
  readonly href: string
  readonly children: ComponentChildren
}

/** A link that a text has: into the console where that shows what it names, away from it in a tab of its own. */
function TextLink({ href, children }: TextLinkProps) {
  const address = useContext(Address)
  const from = href.startsWith('/') ? `${worldUrl}${href}` : href
  if (href.startsWith('#') || !isUrl(from, address)) return <span>{children}</span>
  const { href: whole, protocol, origin } = new URL(from, address)
  const inside = hrefOfWebUrl(whole)
  if (inside) return <a href={inside}>{children}</a>
  if (!/^https?:$/.test(protocol) || origin === location.origin) return <span>{children}</span>
  return (
    <a href={whole} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  )
}

/** What names an issue, a merge request or somebody, with nothing of a word before it. */
const reference = /(?<![\w&/#!@])([#!]\d{1,9}|@[A-Za-z0-9_][\w.-]{0,254})(?![\w])/

/** Words, of which those that name something lead there. */
function Words({ text }: { readonly text: string }) {
  const project = useContext(ShownProject)
  if (!project || !/[#!@]/.test(text)) return <>{text}</>
  return (
    <>
      {text.split(reference).map((part, place) => {
        if (place % 2 === 0) return part
        const [sign, name] = [part[0], part.slice(1)]
        const path =
          sign === '@'
            ? [projectsView, name]
            : placeInProject(project, sign === '#' ? 'issues' : 'merge_requests', name)
        return (
          <a key={place} href={hrefOf({ path })}>
            {part}
          </a>
        )
      })}
    </>
  )
}
