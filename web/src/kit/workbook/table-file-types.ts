/** Kinds of files with a table, for the file picker. */
export const tableFileTypes = '.csv,.txt,.xlsx'
