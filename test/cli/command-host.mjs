import { pathToFileURL } from 'node:url'

/**
 * Runs the built command line once for each message, and answers what it printed and its exit code. Each run evaluates
 * the entry anew, as a process of its own does; what the entry imports is loaded once.
 */
const entry = pathToFileURL(process.argv[2])
const variables = { ...process.env }
process.setMaxListeners(0)
process.stdout.setMaxListeners(0)

let written = {}
for (const name of ['stdout', 'stderr']) {
  process[name].write = (text, encoding, callback) => {
    written[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
    const done = typeof encoding === 'function' ? encoding : callback
    if (done) queueMicrotask(done)
    return true
  }
}

let runs = 0
process.on('message', async ({ words, cwd }) => {
  written = { stdout: '', stderr: '' }
  process.exitCode = undefined
  process.argv = [process.argv[0], process.argv[1], ...words]
  process.env = { ...variables }
  process.chdir(cwd)
  entry.search = `run=${runs++}`
  const { ended } = await import(entry.href)
  await ended
  process.send({ code: process.exitCode ?? 0, out: written.stdout, err: written.stderr })
  process.exitCode = undefined
})
process.on('disconnect', () => process.exit())
