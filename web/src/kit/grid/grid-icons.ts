import { createPart } from 'ag-grid-community'

/**
 * The icons of AG Grid that our tables show, from its set Quartz (MIT): sorting, and moving or hiding a column. The set has some
 * eighty, which are 5 KB of the first list.
 */
const icons: Readonly<Record<string, string>> = {
  asc: '<path d="m5 12 7-7 7 7"/><path d="M12 19V5"/>',
  desc: '<path d="M12 5v14"/><path d="m19 12-7 7-7-7"/>',
  none: '<path d="m7 15 5 5 5-5"/><path d="m7 9 5-5 5 5"/>',
  left: '<path d="m12 19-7-7 7-7"/><path d="M19 12H5"/>',
  right: '<path d="M5 12h14"/><path d="m12 5 7 7-7 7"/>',
  arrows:
    '<path d="m5 9-3 3 3 3"/><path d="m9 5 3-3 3 3"/><path d="m15 19-3 3-3-3"/><path d="m19 9 3 3-3 3"/><path d="M2 12h20"/><path d="M12 2v20"/>',
  pin: '<path d="M12 17v5"/><path d="M5 17h14v-1.76a2 2 0 0 0-1.11-1.79l-1.78-.9A2 2 0 0 1 15 10.76V6h1a2 2 0 0 0 0-4H8a2 2 0 0 0 0 4h1v4.76a2 2 0 0 1-1.11 1.79l-1.78.9A2 2 0 0 0 5 15.24Z"/>',
  'eye-slash':
    '<path d="M9.88 9.88a3 3 0 1 0 4.24 4.24"/><path d="M10.73 5.08A10.43 10.43 0 0 1 12 5c7 0 10 7 10 7a13.16 13.16 0 0 1-1.67 2.68"/><path d="M6.61 6.61A13.526 13.526 0 0 0 2 12s3 7 10 7a9.74 9.74 0 0 0 5.39-1.61"/><path d="m2 2 20 20"/>',
  'not-allowed': '<circle cx="12" cy="12" r="10"/><path d="m4.9 4.9 14.2 14.2"/>',
}

const image = (shapes: string): string =>
  `url('data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" fill="none" stroke-linecap="round" stroke-linejoin="round" stroke="black" viewBox="0 0 24 24"><style>*{vector-effect:non-scaling-stroke}</style>${shapes}</svg>`,
  )}')`

/** The part of the theme with these icons. */
export const gridIcons = createPart({
  feature: 'iconSet',
  css: Object.entries(icons)
    .map(([name, shapes]) => `.ag-icon-${name}::before{mask-image:${image(shapes)}}`)
    .join(''),
})
