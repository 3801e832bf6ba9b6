package sim

// slab holds values by number without an allocation for each: numbers of values
// that are gone are used again. A pointer from at stays good until its value is put
// back.
type slab[T any] struct {
	pages []*[slabPage]T
	free  []int32
	n     int // values in use
}

const slabPage = 128

// take is the number of a value that is free; what is in it is left over.
func (s *slab[T]) take() int32 {
	if len(s.free) == 0 {
		first := int32(len(s.pages) * slabPage)
		s.pages = append(s.pages, new([slabPage]T))
		for i := int32(slabPage - 1); i >= 0; i-- {
			s.free = append(s.free, first+i)
		}
	}
	i := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	s.n++
	return i
}

// len is a number above all that have been given out.
func (s *slab[T]) len() int32 { return int32(len(s.pages) * slabPage) }

func (s *slab[T]) at(i int32) *T { return &s.pages[i/slabPage][i%slabPage] }

// put gives the number back.
func (s *slab[T]) put(i int32) {
	s.free = append(s.free, i)
	s.n--
}
