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
