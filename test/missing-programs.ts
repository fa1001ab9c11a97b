import { lacks, programs } from './programs.ts'

/** Before the tests: says which programs are missing, and that what needs them is skipped. */
export default function reportMissingPrograms(): void {
  const missing = programs.filter(lacks)
  if (missing.length === 0) return
  console.error(`Not installed: ${missing.join(', ')}. The tests that need them are skipped.`)
}
