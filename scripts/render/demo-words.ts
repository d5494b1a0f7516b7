// Words of the demonstration's recogniser: those that its synthetic participants count and recall.

export type Words = readonly string[]

const known: Record<string, { numbers: Words; animals: Words; fillers: Words }> = {
  'es-ES': {
    numbers:
      'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte'.split(
        ' ',
      ),
    animals:
      'perro gato caballo vaca toro oveja cabra cerdo gallina gallo pato ganso conejo ratón león tigre elefante jirafa mono oso lobo zorro ciervo serpiente tortuga rana águila búho delfín ballena tiburón cocodrilo'.split(
        ' ',
      ),
    fillers: 'eh em'.split(' '),
  },
  'en-US': {
    numbers:
      'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
        ' ',
      ),
    animals:
      'dog cat horse cow bull sheep goat pig hen rooster duck goose rabbit mouse lion tiger elephant giraffe monkey bear wolf fox deer snake turtle frog eagle owl dolphin whale shark crocodile'.split(
        ' ',
      ),
    fillers: 'um uh'.split(' '),
  },
  'pt-BR': {
    numbers:
      'um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove vinte'.split(
        ' ',
      ),
    animals:
      'cachorro gato cavalo vaca touro ovelha cabra porco galinha galo pato ganso coelho rato leão tigre elefante girafa macaco urso lobo raposa veado cobra tartaruga sapo águia coruja golfinho baleia tubarão jacaré'.split(
        ' ',
      ),
    fillers: 'eh hum'.split(' '),
  },
  'fr-FR': {
    numbers:
      'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt'.split(
        ' ',
      ),
    animals:
      'chien chat cheval vache taureau mouton chèvre cochon poule coq canard oie lapin souris lion tigre éléphant girafe singe ours loup renard cerf serpent tortue grenouille aigle hibou dauphin baleine requin crocodile'.split(
        ' ',
      ),
    fillers: 'euh hum'.split(' '),
  },
}

/** From one to twenty. */
export const numbersOf = (locale: string): Words => known[locale]!.numbers
export const animalsOf = (locale: string) => ({ words: known[locale]!.animals, fillers: known[locale]!.fillers })
