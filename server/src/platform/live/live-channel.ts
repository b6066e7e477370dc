/**
 * The channel by which processes notify each other, as `kind|part|part` with ids and codes only: `todo|company|id` and
 * `message|company|id` (written), `done|company|role` (to-dos closed), `entity|company|subject type|user` (acts that
 * make lists stale).
 */
export const liveChannel = 'kufang_live'
