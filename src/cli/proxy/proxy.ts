import { coloursFor } from '../../adapters/server/colours.ts'
import { type ApiName, basePaths, withoutBasePath } from '../../contract/base-paths.ts'
import type { Colours } from '../../shared/colours.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { CannotVerify, type Result } from '../../verify/index.ts'
import { readSettings } from '../../verify/options.ts'
import { coverageText, createObserver } from '../../verify/proxy/index.ts'
import { textReport } from '../../verify/reports/index.ts'
import {
  type Command,
  numberOption,
  type OptionValues,
  optionalText,
  repeatedOption,
  textOption,
  UsageError,
} from '../command.ts'
import { exitCodeOf, readReports } from '../reports.ts'
import { accessDescriptions, accessOptions } from '../serve-options.ts'
import { api, apiOption, baseline, insecure, report, strict, url } from '../server-options.ts'
import { readBaselineFile } from '../verify/verify-options.ts'
import type { Upstream } from './forward.ts'
import { startProxy } from './proxy-server.ts'

/** The options of `forgery proxy`. */
export const proxyCommand: Command = {
  name: 'proxy',
  summary: 'Pass traffic on to a real server, and hold its answers to the contract.',
  details: [
    'Point a client at the proxy instead of the server: requests and answers pass through unchanged, and',
    'what breaks the contract is shown at once, each cause when it is first met. Besides status, schema and pages',
    'a list is held to the order and the filters that the client asked for. Ctrl+C ends it, with a summary of what was',
    'covered, what failed and how often. Ends with 0 where nothing failed, 1 where something did, and 2 where it could',
    'not run or no request to the API came through. Tokens are never printed.',
    '',
    'Trailers are passed on. A request to upgrade the connection (WebSocket, h2c) is passed on as the plain',
    'request it is, without Upgrade: the API upgrades none. Compressed answers pass as they came and are',
    'unpacked to be checked: gzip, deflate, br, and zstd with Node 22.15 or later.',
  ].join('\n'),
  argument: 'url',
  options: {
    url,
    api,
    port: {
      type: 'string',
      placeholder: 'PORT',
      default: '8090',
      summary: 'Where to listen; 0 for any free port.',
    },
    host: {
      type: 'string',
      placeholder: 'HOST',
      default: '127.0.0.1',
      summary: 'The address to listen on; this machine alone reaches the default.',
    },
    ...accessDescriptions,
    'keep-host': {
      type: 'boolean',
      summary: 'Send on the Host header of the client, so that links may lead back to the proxy.',
    },
    insecure,
    strict,
    baseline,
    report,
  },
  examples: [
    [
      'forgery proxy https://forge.example.com',
      `clients then use http://127.0.0.1:8090${basePaths.v3}`,
    ],
    [
      `forgery proxy https://forge.example.com${basePaths.v4}`,
      `by the contract of v4; clients then use http://127.0.0.1:8090${basePaths.v4}`,
    ],
    ['forgery proxy https://forge.example.com --port 0', 'on any free port'],
    [
      'forgery proxy https://example.com/forge --report html=report.html',
      'with a report at the end',
    ],
  ],
  run: runProxy,
}

/** Forwards traffic until a signal ends it; the exit status is 1 where something failed. */
async function runProxy(values: OptionValues): Promise<void> {
  const port = numberOption(values, 'port', { least: 0, most: 65_535 })
  const host = textOption(values, 'host')
  const access = accessOptions(values)
  const writeReports = readReports(repeatedOption(values, 'report'))
  const baseline = optionalText(values, 'baseline')
  const apiUrl = readApiUrl(optionalText(values, 'url') ?? '', apiOption(values))
  const colours = coloursFor(process.stdout)
  const write = (text: string) => process.stdout.write(`${text}\n`)
  const observer = await createObserver({
    apiUrl,
    strict: values.strict === true,
    ...(baseline ? { baseline: readBaselineFile('baseline', baseline) } : {}),
    onResult: (result) => write(resultLine(result, colours)),
  })
  const upstream = upstreamOf(apiUrl, values)
  const proxy = await startProxy({ ...upstream, port, host, access, observer }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`Cannot listen on port ${port} of ${host}: ${error.code ?? error}.`)
    },
  )
  write(`${colours.bold(proxy.url)} passes on to ${upstream.address.href.replace(/\/$/, '')}`)
  write(colours.dim('Answers that break the contract are shown here; Ctrl+C ends with a summary.'))
  await signalled()
  await proxy.close()
  const summary = observer.summary()
  write(`\n${coverageText(summary)}`)
  process.stdout.write(textReport(summary, colours))
  for (const report of writeReports) report(summary)
  process.exitCode = exitCodeOf(summary)
}

function readApiUrl(url: string, api: ApiName): string {
  try {
    return readSettings({ url, api, token: '' }).apiUrl
  } catch (error) {
    throw error instanceof CannotVerify ? new UsageError(error.message) : error
  }
}

function upstreamOf(apiUrl: string, values: OptionValues): Upstream {
  return {
    address: new URL(withoutBasePath(apiUrl)),
    keepsHost: values['keep-host'] === true,
    acceptsAnyCertificate: values.insecure === true,
  }
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}

/**
 * Formats a result, such as `FAILED getUser schema: body/id must be integer GET https://forge.example/api/v3/users/1
 * 200`.
 */
function resultLine(
  { verdict, operation, aspect, expected, received, exchanges, isInBaseline }: Result,
  { bold, dim, red, yellow }: Colours,
): string {
  const exchange = exchanges?.at(-1)
  const isFailure = verdict === 'failed'
  const mark = isFailure ? red('FAILED') : yellow('AS RELEASED')
  const request = exchange ? `${exchange.request.method} ${exchange.request.url}` : ''
  const status = exchange?.answer?.status ?? ''
  const known = isInBaseline ? '  in the baseline' : ''
  return [
    `${mark} ${bold(operation)} ${aspect}: ${visibleText(`expected ${expected}, received ${received}`)}`,
    dim(`  ${request} ${status}${known}`),
  ].join('\n')
}
