import type { ReminderKind } from '@fonema/contract'

type Parts = { name: string; day: string; lines: readonly string[]; agenda: string; settings: string }
type Wording = { subject: (count: number, product: string) => string; text: (parts: Parts) => string }

const paragraphs = (...parts: string[]) => parts.join('\n\n')
/** So that a long list does not hide the links. */
const maxLines = 40
const listOf = (lines: readonly string[], more: (count: number) => string) =>
  [...lines.slice(0, maxLines), ...(lines.length > maxLines ? [more(lines.length - maxLines)] : [])].join('\n')

/** The mails about visits, in the language of their recipient. They contain codes and no names of participants. */
export const reminderMails: Record<'es' | 'en' | 'pt' | 'fr', Record<ReminderKind, Wording>> = {
  es: {
    visits_today: {
      subject: (count, product) => `${count === 1 ? '1 visita hoy' : `${count} visitas hoy`} · ${product}`,
      text: ({ name, day, lines, agenda, settings }) =>
        paragraphs(
          `Hola, ${name}:`,
          `Visitas planificadas para hoy, ${day}:`,
          listOf(lines, (count) => `y ${count} más`),
          `Agenda: ${agenda}`,
          `Usted eligió recibir este correo. Puede desactivarlo aquí: ${settings}`,
        ),
    },
    visits_overdue: {
      subject: (count, product) => `${count === 1 ? '1 visita atrasada' : `${count} visitas atrasadas`} · ${product}`,
      text: ({ name, lines, agenda, settings }) =>
        paragraphs(
          `Hola, ${name}:`,
          'Estas visitas siguen planificadas, pero su plazo ya pasó:',
          listOf(lines, (count) => `y ${count} más`),
          `Agenda: ${agenda}`,
          `Usted eligió recibir este correo. Puede desactivarlo aquí: ${settings}`,
        ),
    },
  },
  en: {
    visits_today: {
      subject: (count, product) => `${count === 1 ? '1 visit today' : `${count} visits today`} · ${product}`,
      text: ({ name, day, lines, agenda, settings }) =>
        paragraphs(
          `Hello ${name},`,
          `Visits planned for today, ${day}:`,
          listOf(lines, (count) => `and ${count} more`),
          `Agenda: ${agenda}`,
          `You chose to get this e-mail. You can turn it off here: ${settings}`,
        ),
    },
    visits_overdue: {
      subject: (count, product) => `${count === 1 ? '1 overdue visit' : `${count} overdue visits`} · ${product}`,
      text: ({ name, lines, agenda, settings }) =>
        paragraphs(
          `Hello ${name},`,
          'These visits are still planned, but the last day for them has passed:',
          listOf(lines, (count) => `and ${count} more`),
          `Agenda: ${agenda}`,
          `You chose to get this e-mail. You can turn it off here: ${settings}`,
        ),
    },
  },
  pt: {
    visits_today: {
      subject: (count, product) => `${count === 1 ? '1 visita hoje' : `${count} visitas hoje`} · ${product}`,
      text: ({ name, day, lines, agenda, settings }) =>
        paragraphs(
          `Olá, ${name},`,
          `Visitas planejadas para hoje, ${day}:`,
          listOf(lines, (count) => `e mais ${count}`),
          `Agenda: ${agenda}`,
          `Você escolheu receber este e-mail. É possível desativá-lo aqui: ${settings}`,
        ),
    },
    visits_overdue: {
      subject: (count, product) => `${count === 1 ? '1 visita atrasada' : `${count} visitas atrasadas`} · ${product}`,
      text: ({ name, lines, agenda, settings }) =>
        paragraphs(
          `Olá, ${name},`,
          'Estas visitas continuam planejadas, mas o prazo delas já passou:',
          listOf(lines, (count) => `e mais ${count}`),
          `Agenda: ${agenda}`,
          `Você escolheu receber este e-mail. É possível desativá-lo aqui: ${settings}`,
        ),
    },
  },
  fr: {
    visits_today: {
      subject: (count, product) =>
        `${count === 1 ? '1 visite aujourd’hui' : `${count} visites aujourd’hui`} · ${product}`,
      text: ({ name, day, lines, agenda, settings }) =>
        paragraphs(
          `Bonjour ${name},`,
          `Visites planifiées pour aujourd’hui, ${day} :`,
          listOf(lines, (count) => `et ${count} de plus`),
          `Agenda : ${agenda}`,
          `Vous avez choisi de recevoir cet e-mail. Vous pouvez le désactiver ici : ${settings}`,
        ),
    },
    visits_overdue: {
      subject: (count, product) => `${count === 1 ? '1 visite en retard' : `${count} visites en retard`} · ${product}`,
      text: ({ name, lines, agenda, settings }) =>
        paragraphs(
          `Bonjour ${name},`,
          'Ces visites restent planifiées, mais leur délai est passé :',
          listOf(lines, (count) => `et ${count} de plus`),
          `Agenda : ${agenda}`,
          `Vous avez choisi de recevoir cet e-mail. Vous pouvez le désactiver ici : ${settings}`,
        ),
    },
  },
}
