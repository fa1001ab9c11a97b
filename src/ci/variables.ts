/** The variables of a build that names and addresses of environments are written with. */
export type Variables = ReadonlyMap<string, string>

/** Puts the values of `$NAME` and `${NAME}` into a text; an unknown name is nothing, as in a shell. */
export function expandVariables(text: string, variables: Variables): string {
  return text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, inBraces: string, bare: string) => {
    return variables.get(inBraces ?? bare) ?? ''
  })
}

/** A name as a part of a host name: small letters, digits and dashes. */
export function slugOf(name: string, longest: number): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '')
}
