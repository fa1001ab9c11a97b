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
chooses what is answered. In a bundle, minified and with gzip, that is about 422 kB. When it was 310 kB, what v4 alone has
was 77 kB of it and what v3 alone has 19 kB; the rest is shared. Most of it is the table of parameters and bodies that requests are checked by.
The OpenAPI documents, ajv, the demo world, pages beside the API and what git asks for are loaded when they are first asked for.

In Node the import takes more than half of its time for making the models, the schemas of seeds and the routes, and most of
the rest for reading and compiling the code. It was 61 ms when v4 had few operations, and a goal of 110 ms was set then. Parts
that are loaded later would spare some of it, and every reader would meet them. Minified code would spare a sixth, and every stack
trace of a suite would be unreadable. A forge is made in 10 ms.

An API behind an asynchronous import would spare a suite of v3 alone those 77 kB, and one of v4 alone 19; it would also make
\`forge.fetch\` wait for it, and what is synchronous today (the names that faults and matchers check) would not know its
operations. It is left for that.

A page of v4 costs more than one of v3: an issue has two and a half times the characters there (links, references, times, states
of tasks), and the answer an \`ETag\`, which is made of all of them. By what it says, it costs less.
The first answer of a fresh process costs the same in both: nearly all of it is the import.`

/** What was measured by hand, beside the tables. */
export const measuredBeside = `## What a large seed costs

5,000 projects with code and trackers, in which some 60,000 things happen, take 6.5 s of processor time: the median of five, in
turns with the state before, on a machine that many other programs kept busy. The goal is 4 s, MISSED. It was 7.0 s when
each record with an id below others moved all that stand behind it; a seed's records come in the order of time, with ids in
that of the file, and are now put in their places at once. Of what is left two thirds are of the main thread, the rest of those of V8 beside it, which compile and collect
garbage. No function of the forge itself takes 4 %: to copy and freeze a record that is written takes 3 to 4 µs, the id of a git object
another 4, and there are 200,000 of the one and 53,000 of the other. The check by zod makes 0.5 of the 1.8 GB of garbage; to it
a field with a description is one with a check (\`z.describe\`), which is 0.1 s of the 6.5 in all. To describe 600 fields in
another way for that was left, as it would read no better.

## What a server takes

By wrk over 16 connections, a server takes 15 µs of processor time for the constant, 150 µs for a page that was never asked
for, and 52 µs where every tenth request creates an issue: 0.10 and 0.29 of the constant. These times hold on a busy
machine; shares of requests a second, as above, depend on what the client takes as well.

Since then the 20 entries of a page are written as JSON at once, and not one by one. In process such a page takes some 145 µs
instead of 197 (medians of 21 rounds in three turns, on a busier machine, where the constant takes 28 µs). The server takes 246
instead of 254: it had to join the pieces anyway. To write the JSON of the page and nothing else takes 40 µs there, more than
the constant takes altogether: who writes it anew for each request stays below half of the constant, and pieces that are kept would have to be
dropped by whatever they depend on. Where every tenth request creates an issue, the forge itself takes 10 µs for a page that
is repeated, 36 for the issue and some 130 for the page after it; Node and the connection take as much as the constant each time.

## What a thousand worlds take

A request to each of a thousand worlds takes 16 µs more than one to the same world again: 1.08 to 1.11 times as much in the
first pass and up to 1.15 in later ones, where both are faster. With 50 worlds it is 1.00 to 1.05, and to ask each twenty
times before changes nothing: most likely the processor's caches have lost what each world has of its own (tables, journal, counts).
Nothing was found that is done for the one and not for the other.`
