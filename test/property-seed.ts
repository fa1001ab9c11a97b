import { configureGlobal } from 'fast-check'

/**
 * What random values are made of. The suite tries the same each time, so that it fails for what was changed alone;
 * `npm run search` tries others, and FORGERY_PROPERTY_SEED repeats those that it printed.
 */
export const propertySeed = Number(process.env.FORGERY_PROPERTY_SEED ?? 20_161_222)

configureGlobal({ seed: propertySeed })
