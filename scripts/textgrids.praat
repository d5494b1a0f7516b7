# Reads each TextGrid of a folder and saves it again as text, in another folder: praat --run textgrids.praat FROM TO FORMAT
form Read and save
  sentence from
  sentence to
  word format long
endform
strings = Create Strings as file list: "list", from$ + "/*.TextGrid"
count = Get number of strings
for i to count
  selectObject: strings
  name$ = Get string: i
  grid = Read from file: from$ + "/" + name$
  if format$ = "short"
    Save as short text file: to$ + "/" + name$
  else
    Save as text file: to$ + "/" + name$
  endif
  removeObject: grid
endfor
