// Words that are common in this product's passwords, without accents: medical words, days, months, and names and other
// words of the four languages that the library's list of common passwords lacks.
const words = `
fonema hospital clinica clinic clinique consultorio cabinet paciente patient doctor doctora medico medica medecin
enfermera enfermero enfermeira infirmiere infirmier nurse salud saude sante health voz voix voice
contrasena senha motdepasse clave palavra bienvenido bienvenida bemvindo bienvenue
hola ola bonjour gracias obrigado merci teamo jetaime doudou chouchou loulou

enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro
janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
january february march april may june july august september october november december
lunes martes miercoles jueves viernes sabado domingo segunda terca quarta quinta sexta
lundi mardi mercredi jeudi vendredi samedi dimanche
monday tuesday wednesday thursday friday saturday sunday
primavera verano otono invierno verao outono inverno printemps automne hiver spring summer autumn winter

begona guadalupe mercedes concepcion asuncion rosario dolores milagros inmaculada remedios montserrat ximena joaquin
agustin facundo santiago mateo benjamin valentina catalina florencia rocio soledad macarena
conceicao joao goncalo guilherme vinicius thiago matheus leticia larissa luiza heloisa fatima aparecida lourdes
francois helene benoit genevieve veronique frederic gregoire aurelie amelie margaux elodie guillaume thibault mathilde
`

export const commonWords: readonly string[] = words.trim().split(/\s+/)
