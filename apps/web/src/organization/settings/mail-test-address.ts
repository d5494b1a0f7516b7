import { links } from '../../ui/links.ts'

/** The card's id. It is the last of a long page, so a link to the page alone would not show it. */
export const mailTestId = 'mail-test'

export const mailTestAddress = `${links.rooms.organization}#${mailTestId}`
