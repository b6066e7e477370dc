/** Area -> the areas it may need. */
declare const areas: Record<string, string[]>
export = areas
