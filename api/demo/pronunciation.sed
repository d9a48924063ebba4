# How the Estonian espeak-ng voice is led to say what the letters do not tell it.
# Applied to the spoken text only; the text sources keep the right spelling.
s/[„“”]//g
s/Kreutzwald/Kroitsvald/g
s/Faehlmann/Feelmann/g
s/Jannsen/Jansen/g
s/Bornhöhe/Bornhööe/g
s/Juliette/Žüliett/g
s/Ulrich/Ulrihh/g
s/Treffner/Trefner/g
