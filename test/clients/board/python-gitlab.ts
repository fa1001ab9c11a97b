import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Outcome } from './page.ts'
import { linesOf, must, printed, run } from './running.ts'

/** A clone of python-gitlab with its tags. */
const clone = process.env.PYTHON_GITLAB

/** Debian's Python, which sees Debian's packages; a checkout of python-gitlab must not be in its way. */
export const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'

/** What a commit of the clone is called; undefined without a clone that has it. */
export async function versionOf(commit: string): Promise<string | undefined> {
  if (clone === undefined) return undefined
  return printed('git', '-C', clone, 'log', '-1', '--format=%h (%cs)', commit)
}

/** The files of a commit, in a folder of their own. */
async function filesOf(commit: string, work: string): Promise<string> {
  const room = join(work, `python-gitlab-${commit}`)
  mkdirSync(room)
  const archive = join(work, 'python-gitlab.tar')
  await must('git', ['-C', clone ?? '', 'archive', '-o', archive, commit])
  await must('tar', ['xf', archive, '-C', room])
  return room
}

/** Takes the statements of a script of an old release in turn, with that release as the client. */
export async function runStatements(
  release: string,
  script: string,
  { work, url, token }: { readonly work: string; readonly url: string; readonly token: string },
): Promise<Outcome[]> {
  const room = await filesOf(release, work)
  const program = fileURLToPath(new URL('programs/statements.py', import.meta.url))
  return linesOf(python, [program, room, script, url, token], { cwd: room })
}

/** Runs tests/functional/api with the fixtures replaced that start a container. */
export async function runFunctionalTests(
  commit: string,
  { work, url, token }: { readonly work: string; readonly url: string; readonly token: string },
): Promise<Outcome[]> {
  const room = await filesOf(commit, work)
  const fixtures = Object.entries({
    gitlab_url: JSON.stringify(url),
    gitlab_token: JSON.stringify(token),
    docker_services: 'None',
    docker_ip: '"127.0.0.1"',
  }).map(([name, value]) => {
    return `@pytest.fixture(scope="session")\ndef ${name}():\n    return ${value}\n`
  })
  const fixtureFile = join(room, 'tests/functional/api/conftest.py')
  writeFileSync(fixtureFile, `import pytest\n\n${fixtures.join('\n')}`)
  writeFileSync(join(room, 'board_plugin.py'), reportingPlugin)
  const report = join(room, 'report.json')
  const options = ['-p', 'board_plugin', '-p', 'no:cacheprovider', '-o', 'addopts=']
  const { stderr } = await run(
    python,
    ['-m', 'pytest', 'tests/functional/api', '-q', ...options, '-o', 'filterwarnings='],
    { cwd: room, env: { PYTHONPATH: room, BOARD_REPORT: report } },
  )
  if (existsSync(report)) return JSON.parse(readFileSync(report, 'utf8'))
  return [{ name: 'pytest', state: 'failed', error: stderr.slice(-200) }]
}

/** Writes each test with what became of it. */
const reportingPlugin = `import json, os
outcomes = {}

def pytest_runtest_logreport(report):
    name = report.nodeid.split("/")[-1]
    if report.failed:
        crash = getattr(report.longrepr, "reprcrash", None)
        error = " ".join(str(crash.message if crash else report.longrepr).split())[:200]
        outcomes[name] = {"name": name, "state": "failed", "error": error}
    elif report.skipped and name not in outcomes:
        outcomes[name] = {"name": name, "state": "skipped"}
    elif report.when == "call" and name not in outcomes:
        outcomes[name] = {"name": name, "state": "passed"}

def pytest_sessionfinish():
    with open(os.environ["BOARD_REPORT"], "w") as file:
        json.dump(list(outcomes.values()), file)
`
