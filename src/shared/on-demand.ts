/** Thrown where a module is used that is not loaded yet: whoever waits for it can load it and try again. */
export class NotLoaded extends Error {
  readonly load: () => Promise<void>

  constructor(load: () => Promise<void>) {
    super('A module was used before it was loaded; load it, and call again.')
    this.load = load
  }
}

/**
 * A module that synchronous code uses, and that is loaded at its first use, since most suites never need it.
 *
 * @example
 * const renderer = new OnDemand(() => import('./markdown-html.ts'))
 * renderer.module().markdownHtml('# One') // throws NotLoaded the first time
 */
export class OnDemand<Module> {
  readonly #import: () => Promise<Module>
  #module: Module | undefined

  constructor(importModule: () => Promise<Module>) {
    this.#import = importModule
  }

  async load(): Promise<void> {
    this.#module ??= await this.#import()
  }

  /** Returns the module. Throws NotLoaded where it is not loaded. */
  module(): Module {
    if (this.#module === undefined) throw new NotLoaded(() => this.load())
    return this.#module
  }
}
