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

/** The parser, which is loaded together with the code of the page, so that it is ready when texts arrive. */
const loaded: { parser?: Parser } = {}
const loading = import('./markdown-parser.ts').then((parser) => {
  loaded.parser = parser
  return parser
})

/** The project of the page, whose issue `#3` refers to. */
export const ShownProject = createContext<Project | undefined>(undefined)

/** The address that relative links of a text are resolved against. */
const Address = createContext<string | undefined>(undefined)

interface ProseProps {
  readonly text: string | null | undefined
  /** The `web_url` of a wiki page or a file; without it, relative links are not links. */
  readonly address?: string
}

/** Shows Markdown of a user, formatted as text and links only. */
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
  /** The nesting depth. */
  readonly depth: number
}

/** Quotes and lists nested more deeply are shown unformatted. */
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
  /** The level of a heading within its text, from 0; it is shown below the headings of the page. */
  readonly level: number
}

/** Shows a token. Unsupported tokens, such as HTML, are shown unformatted. */
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

/** A link in a text: to the console where it shows the target, else to a new tab. */
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

/** Matches references to issues, merge requests and users that do not follow a word. */
const reference = /(?<![\w&/#!@])([#!]\d{1,9}|@[A-Za-z0-9_][\w.-]{0,254})(?![\w])/

/** Shows text with its references as links. */
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
