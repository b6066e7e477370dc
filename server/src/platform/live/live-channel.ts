/**
 * Where processes tell each other what happened, `kind|part|part`, ids and codes only:
 * `todo|company|id` and `message|company|id` were written, `done|company|role` (to-dos of it were closed),
 * `entity|company|kind of subject|user` (acts that make lists stale).
 */
export const liveChannel = 'kufang_live'
