/** The console as it is served: what its page names, and every file by its name. */
export interface ConsoleAssets {
  readonly page: {
    readonly main: string
    readonly theme: string
    readonly style: string
    /** The modules that the first one needs. */
    readonly preloaded: readonly string[]
  }
  readonly files: Readonly<Record<string, { readonly type: string; readonly text: string }>>
}
