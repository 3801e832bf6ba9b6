package main

import "os"

func main() {
	for _, s := range append(pictures(), texts...) {
		st, err := s.play()
		if err != nil { panic(err) }
		f := st.Frame()
		if s.view != "" {
			os.WriteFile("/tmp/pics/"+s.name+".svg", svg(&f, s.title(), s.shows), 0o666)
		}
		os.WriteFile("/tmp/pics/"+s.name+s.glyphs+".txt", []byte(f.Text()), 0o666)
	}
}
