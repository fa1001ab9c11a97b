/** The visibilities of projects, groups and snippets, the most private first. */
export const visibilities = ['private', 'internal', 'public'] as const
export type Visibility = (typeof visibilities)[number]

/** Their numbers in `visibility_level`. */
export const visibilityLevels = { private: 0, internal: 10, public: 20 } as const
export type VisibilityLevel = (typeof visibilityLevels)[Visibility]

/** The name of a level. */
export const visibilityNames = { 0: 'private', 10: 'internal', 20: 'public' } as const

/** A level on the scale of the application settings (`updateApplicationSettings`). */
export const settingOfLevel = { 0: 0, 10: 1, 20: 2 } as const

/** A visibility of the application settings as a level. */
export const levelOfSetting = { 0: 0, 1: 10, 2: 20 } as const
