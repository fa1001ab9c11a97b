/**
 * What a program of the board says: `ok NAME` or `not ok NAME: reason` for each step, which are taken in turn. A step
 * that fails is no reason not to try the next.
 */
export async function step(name, run) {
  try {
    const wrong = await run()
    // A text says what is wrong; what a client answers is an object.
    if (typeof wrong === 'string') throw new Error(wrong)
    process.stdout.write(`ok ${name}\n`)
  } catch (error) {
    const reason = [error?.message, error?.cause?.description].filter(Boolean).join(' - ')
    process.stdout.write(`not ok ${name}: ${reason.replace(/\s+/g, ' ').slice(0, 200)}\n`)
  }
}

export const [url, token] = process.argv.slice(2)
