/** What stands before the tables in docs/speed.md. */
export const introduction = `# Speed

Written by \`npm run bench -- --docs\`. Every server is a process of its own, driven by
[autocannon](https://github.com/mcollina/autocannon) over 16 connections in turns with the others; each number is
the median of the rounds, and a share is that of the rounds' shares, ± half of what lies between their quartiles.
Forgery reads the credentials, decides what they let see, filters, sorts, counts, embeds the users, writes the links
and the journal. Every request for a page has an address of its own, so that no answer can be given a second time; where
every tenth request creates an issue, the others ask for one page, by [wrk](https://github.com/wg/wrk) where that is
installed. Processor time is that of one process, its collection of garbage included. Hono with plain objects filters and sorts and does nothing else; Prism answers a constant;
emulate is a fake GitHub. Run it on a quiet machine: the client needs a processor of its own.`

/** What stands behind them. */
export const whatTwoApisCost = `## What two APIs cost

A suite loads the contracts and operations of both APIs, whichever it asks: imports are static, and \`apis\` of \`createForge\`
chooses what is answered. In a bundle, minified and with gzip, that is about 376 kB. When it was 310 kB, what v4 alone has
was 77 kB of it and what v3 alone has 19 kB; the rest is shared. Most of it is the table of parameters and bodies that requests are checked by.
The OpenAPI documents, ajv and the demo world are loaded when they are first asked for. In Node the package
is imported in some 0.2 s, and a forge is made in 10 ms.

An API behind an asynchronous import would spare a suite of v3 alone those 77 kB, and one of v4 alone 19; it would also make
\`forge.fetch\` wait for it, and what is synchronous today (the names that faults and matchers check) would not know its
operations. It is left for that.

A page of v4 costs more than one of v3: an issue has two and a half times the characters there (links, references, times, states
of tasks), and the answer an \`ETag\`, which is made of all of them. By what it says, it costs less.
The first answer of a fresh process costs the same in both: nearly all of it is the import.`
