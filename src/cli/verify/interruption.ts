import { readJournal } from '../../verify/sandbox/journal.ts'
import type { JournalFile } from './verify-journal.ts'

/**
 * Handles Ctrl+C: the first one ends the run, which cleans up; the second one exits at once, and lists what is left
 * behind.
 */
export function onInterrupt(journal: JournalFile, interrupt: () => void): () => void {
  let isInterrupted = false
  const listener = () => {
    if (isInterrupted) {
      process.stderr.write(describeLeft(journal))
      process.exit(130)
    }
    isInterrupted = true
    process.stderr.write(
      'Interrupted: what was made is being removed. Ctrl+C once more ends at once.\n',
    )
    interrupt()
  }
  process.on('SIGINT', listener)
  process.on('SIGTERM', listener)
  return () => {
    process.off('SIGINT', listener)
    process.off('SIGTERM', listener)
  }
}

/** Lists the entries of the journal that were not removed or restored. */
function describeLeft(journal: JournalFile): string {
  if (journal.isEmpty) return 'Nothing was written.\n'
  const { inventory } = readJournal(journal.text())
  const left = [
    ...inventory.made().map(({ kind, name }) => `  ${kind} ${name}\n`),
    ...inventory.changed().map(([what, { written }]) => `  ${what}: ${[...written].join(', ')}\n`),
  ]
  if (left.length === 0) return 'Nothing is left on the server.\n'
  return [
    'Left on the server, if the last requests were carried out:\n',
    ...left,
    `\`forgery verify --clean-up ${journal.path}\` removes it and puts it back.\n`,
  ].join('')
}
